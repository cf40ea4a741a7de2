-- Which of the facts of its turn a fact is, in the order in which they were read; 0 where that was
-- not kept.
alter table fact add column place integer default 0;
