-- Pages that are empty without a browser: which sites may be rendered, which addresses need it, and what was rendered.

-- Whether pages of the site are rendered: those that need it (`auto`), all of them (`always`), or none.
alter table sites add column render text not null default 'never' check (render in ('never', 'auto', 'always'));

-- Renderings in the window of the site's quota.
alter table quotas add column renderings bigint not null default 0 check (renderings >= 0);

-- A rendered page: `body` is the document after its scripts ran, `url_final` the address it then had, and `plain_body` what
-- the server sent. Null columns cost nothing in the rows of other pages.
alter table pages add column rendered boolean not null default false;
alter table pages add column plain_type text; -- its `Content-Type`
alter table pages add column plain_size bigint; -- uncompressed
alter table pages add column plain_hash bytea; -- SHA-256 of the uncompressed answer
alter table pages add column plain_body bytea; -- zstd
alter table pages alter column plain_body set storage external; -- compressed already
alter table pages add constraint pages_plain_is_whole check (
    rendered = (plain_body is not null) and rendered = (plain_size is not null) and rendered = (plain_hash is not null)
    and length(plain_hash) = 32 and plain_size >= 0);

-- A row is an address of a site with `auto` whose page is empty without a browser: from its next visit on it is rendered.
create table renderings (
    host_id  bigint not null,
    url_id   bigint not null,
    reason   text not null, -- for people
    asked_at timestamptz not null default now(),
    primary key (host_id, url_id)
);
