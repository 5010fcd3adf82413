-- Purpose: what people say a page is. A label is of an address, since that is what stays: pages are read again by newer
-- code and fetched again by later nights, and neither asks for the same judgement twice. It remembers which page was
-- looked at, so that the text of a label is the one that was judged, and what the code made of that page then, so that
-- a model can be told from its critics. One label for each address and person; people may disagree.
-- The site follows from the host, so that pages of one site stay together however sites are named later.

create table page_labels (
    host_id       bigint not null references hosts,
    url_id        bigint not null,
    who           text not null check (who <> '' and length(who) <= 255),
    fetched_at    timestamptz not null, -- of the page that was looked at
    page_id       bigint not null,
    is_news       boolean not null,
    page_type     text check (page_type <> ''), -- null: only news or not is known
    labelled_at   timestamptz not null default now(),
    -- what the reader saw of the verdict; null: the label came without
    guess_version text, -- of the code that read the page
    guess_type    text,
    guess_source  text, -- `model:<name>` or `rule:<name>`
    guess_score   real check (guess_score between 0 and 1),
    primary key (host_id, url_id, who),
    constraint page_labels_guess_is_whole check (num_nulls(guess_version, guess_type, guess_source, guess_score) in (0, 4))
);
create index page_labels_who on page_labels (who, labelled_at);
