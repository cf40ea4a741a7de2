-- What was said, and the facts read from it: written once, never changed.
-- Instants are UTC; utc_offset (minutes) gives back the zone they were said in.

create table session (
    key text not null,
    source text not null,
    conversation text not null,
    id text not null,
    title text not null,
    started_at timestamp,
    utc_offset integer,
    hash text not null,
    extractor text not null,
    complete boolean not null,
    note text not null,
    recorded_at timestamp not null
);

-- number is the store's own short name for a turn; it is never shown or exported.
-- own_id is the source's id; id is the same, with its conversation before it where that is needed.
create table turn (
    number integer not null,
    key text not null,
    session text not null,
    idx integer not null,
    own_id text not null,
    id text not null,
    speaker text not null,
    role text not null,
    text text not null,
    caption text not null,
    said_at timestamp,
    utc_offset integer
);

create table fact (
    key text not null,
    session text not null,
    idx integer not null,
    turns text[] not null,
    subject text not null,
    predicate text not null,
    value text not null,
    statement text not null,
    said_by text not null,
    by_assistant boolean not null,
    said_at timestamp,
    utc_offset integer,
    kind text not null,
    change text not null,
    polarity text not null,
    time_expr text,
    time_turn text,
    time_offset integer,
    end_expr text,
    end_turn text,
    end_offset integer,
    instead_of text,
    extractor text not null
);

create table clause (
    turn text not null,
    start integer not null,
    stop integer not null,
    subject text not null,
    verb text not null,
    mood text not null,
    polarity text not null,
    arguments text not null,
    text text not null,
    time integer
);

create table same_as (
    mention text not null,
    name text not null,
    owner text not null,
    turn text not null,
    session text not null,
    evidence text not null
);

-- Derived: every time expression of every turn, as the resolver of this version reads it.
create table span (
    turn text not null,
    start_at integer not null,
    expr text not null,
    begins timestamp,
    ends timestamp,
    grain text not null,
    kind text not null,
    approximate boolean not null,
    timex text,
    rrule text,
    deictic boolean not null,
    rule text not null
);

create table setting (name text not null, value text not null);
