-- What people say about pages, their blocks and pairs of articles, to train and to measure with.

-- A row is a person's label of a URL. Pages are extracted and fetched again, and neither asks for the same judgement
-- twice; so the label belongs to the URL and remembers which page was shown and what the code made of it. People may
-- disagree. The site follows from the host, so pages of one site stay together however sites are renamed.
create table page_labels (
    host_id       bigint not null references hosts on delete cascade,
    url_id        bigint not null,
    who           text not null check (who <> '' and length(who) <= 255),
    fetched_at    timestamptz not null, -- of the page that was shown
    page_id       bigint not null,
    is_news       boolean not null,
    page_type     text check (page_type <> ''), -- null: only whether it is news is known
    labelled_at   timestamptz not null default now(),
    -- the verdict that was shown; null: the label was given without one
    guess_version text,
    guess_type    text,
    guess_source  text,
    guess_score   real check (guess_score between 0 and 1),
    primary key (host_id, url_id, who),
    constraint page_labels_guess_is_whole check (num_nulls(guess_version, guess_type, guess_source, guess_score) in (0, 4))
);
create index page_labels_who on page_labels (who, labelled_at);

-- A row is what a person says about the blocks of a page. Blocks depend on the parser, so the text of those that are content
-- is kept as well: it is the gold that the extractor learns from.
create table block_labels (
    host_id     bigint not null references hosts on delete cascade,
    url_id      bigint not null,
    who         text not null check (who <> '' and length(who) <= 255),
    fetched_at  timestamptz not null, -- of the page that was shown
    page_id     bigint not null,
    content     integer[] not null, -- places of the blocks that are content
    text        text not null, -- of these blocks
    blocks      integer not null check (blocks > 0), -- of the page
    agreed      integer not null check (agreed between 0 and blocks), -- blocks about which the extractor said the same
    extractor   text not null, -- with its version
    labelled_at timestamptz not null default now(),
    primary key (host_id, url_id, who)
);
create index block_labels_who on block_labels (who, labelled_at);

-- A row is a sample of pairs of articles. Nearly all pairs are easy, so they are drawn by bins of their score, about as
-- many from each. A sample never changes, so each label keeps its weight whatever articles, code and thresholds become.
create table pair_samples (
    kind     text not null check (kind in ('copies', 'stories')), -- the question: one text, or one event?
    seed     bigint not null, -- of the random numbers
    version  text not null, -- of the code that grouped
    articles bigint not null check (articles >= 0), -- among which pairs were looked for
    drawn_at timestamptz not null default now(),
    primary key (kind, seed)
);

-- A row is a bin of a sample, with the number of pairs it was drawn from.
create table pair_bins (
    kind  text not null,
    seed  bigint not null,
    bin   smallint not null,
    name  text not null check (name <> ''),
    pairs bigint not null check (pairs > 0), -- drawn or not
    primary key (kind, seed, bin),
    foreign key (kind, seed) references pair_samples
);

-- A row is a pair of a sample. The ids refer to nothing: an article may be withdrawn.
create table sampled_pairs (
    kind  text not null,
    seed  bigint not null,
    place integer not null check (place > 0), -- the order in which pairs are shown
    bin   smallint not null,
    a     text not null,
    b     text not null,
    score real not null,
    primary key (kind, seed, place),
    unique (kind, a, b, seed),
    foreign key (kind, seed, bin) references pair_bins,
    constraint sampled_pairs_in_order check (a collate "C" < b collate "C")
);

-- A row is a person's label of a pair. It belongs to the pair, not to a sample: no other sample asks the person again.
create table pair_labels (
    kind        text not null check (kind in ('copies', 'stories')),
    a           text not null,
    b           text not null,
    who         text not null check (who <> '' and length(who) <= 255),
    a_version   integer not null, -- of the articles that were shown
    b_version   integer not null,
    same        boolean, -- null: not sure
    labelled_at timestamptz not null default now(),
    primary key (kind, a, b, who),
    constraint pair_labels_in_order check (a collate "C" < b collate "C")
);
