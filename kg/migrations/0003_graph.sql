-- Derived from facts, spans and alias evidence: rebuilt at any time.

-- Every surface form that names a subject, and the entity it belongs to.
create table node (surface text not null, entity text not null, shown text not null);

-- What a fact is about, and how long it holds. Times are civil.
create table reading (
    fact text not null,
    session text not null,
    entity text not null,
    relation text not null,
    slot text not null,
    begins timestamp,
    ends timestamp,
    basis text not null,
    grain text,
    stand text not null,
    lead text not null,
    closed_by text,
    closed_rule text not null
);
