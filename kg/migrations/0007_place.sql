-- Where a session was read, as a hash; '' where that is not known. It is never exported.
alter table session add column place text default '';
