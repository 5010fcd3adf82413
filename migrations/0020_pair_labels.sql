-- Purpose: what people say of two articles: one text or two (copies), one event or two (stories).
-- Nearly all pairs are easy, so they are drawn by bins of their score, about as many from each. A sample is drawn once and
-- stays as it was drawn, with how many pairs each bin held: so every label has its weight, whatever the articles, the code and
-- the thresholds become. A label is of a pair and not of a sample: who has answered is asked by no other sample again.
-- The ids are of articles that may be withdrawn one day, so they refer to nothing.

create table pair_samples (
    kind     text not null check (kind in ('copies', 'stories')),
    seed     bigint not null,
    version  text not null, -- of the code that grouped
    articles bigint not null check (articles >= 0), -- among which pairs were looked for
    drawn_at timestamptz not null default now(),
    primary key (kind, seed)
);

create table pair_bins (
    kind  text not null,
    seed  bigint not null,
    bin   smallint not null,
    name  text not null check (name <> ''),
    pairs bigint not null check (pairs > 0), -- that there were, drawn or not
    primary key (kind, seed, bin),
    foreign key (kind, seed) references pair_samples
);

create table sampled_pairs (
    kind  text not null,
    seed  bigint not null,
    place integer not null check (place > 0), -- the order in which they are asked
    bin   smallint not null,
    a     text not null,
    b     text not null,
    score real not null,
    primary key (kind, seed, place),
    unique (kind, a, b, seed),
    foreign key (kind, seed, bin) references pair_bins,
    constraint sampled_pairs_in_order check (a collate "C" < b collate "C")
);

create table pair_labels (
    kind        text not null check (kind in ('copies', 'stories')),
    a           text not null,
    b           text not null,
    who         text not null check (who <> '' and length(who) <= 255),
    a_version   integer not null, -- of the articles that were looked at
    b_version   integer not null,
    same        boolean, -- null: the person was not sure
    labelled_at timestamptz not null default now(),
    primary key (kind, a, b, who),
    constraint pair_labels_in_order check (a collate "C" < b collate "C")
);
