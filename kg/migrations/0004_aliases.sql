-- The alias graph. A name learned late moves what was said before, so nodes and edges are kept.
drop table node;

-- Derived. Every form that names somebody or something, in its scope ("" for everywhere, the key of
-- a session, or "by" a teller), and the entity it belongs to. An entity's id is that of one of its
-- nodes, so that an id of old leads to what the entity has become.
create table node (
    id text not null,
    scope text not null,
    surface text not null,
    shown text not null,
    owner text not null,
    word text not null,
    under text not null,
    said timestamp,
    speaker boolean not null,
    proper boolean not null,
    entity text not null
);

-- Derived. Which sessions name a node, and how: a node is there as long as one does.
create table naming (
    node text not null,
    session text not null,
    shown text not null,
    said timestamp,
    speaker boolean not null,
    proper boolean not null
);

-- Derived from same_as and from the forms themselves: that two nodes are one, or ("different") two.
create table edge (
    one text not null,
    other text not null,
    kind text not null,
    said timestamp,
    session text not null,
    turn text not null,
    teller text not null
);

-- What a person decided: the only alias evidence that no turn holds. One verdict a pair.
create table decision (
    one text not null,
    other text not null,
    verdict text not null check (verdict in ('same', 'apart')),
    one_shown text not null,
    other_shown text not null
);

-- What a model was asked about a pair, by the hash of all it was shown: asked once.
create table verdict (
    one text not null,
    other text not null,
    asked text not null,
    model text not null,
    same boolean not null
);
