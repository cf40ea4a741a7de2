-- Derived from the turns: losing these tables costs a rebuild, never data.
-- No index: a search reads a few terms of all turns, which a scan does faster.
create table posting (term text not null, turn integer not null, tf integer not null);

create table indexed (turn integer not null, session text not null, idx integer not null,
                      length integer not null);

-- fp16, row-major; one row a piece of a turn.
create table vector (turn integer not null, piece integer not null, data blob not null);
