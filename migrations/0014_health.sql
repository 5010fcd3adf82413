-- Purpose: outcomes by their own names where status showed one for several, the layout of each page read, and
-- counts by day, so that `status` can tell a site that falls below its own mean without counting the log.
--
-- The new checks allow more than the old ones, so the rows that are there need no second look.

alter table visits drop constraint visits_outcome_check;
alter table visits add constraint visits_outcome_check check (outcome in (
    'fetched', 'not_modified', 'redirected', 'disallowed', 'too_large', 'unreachable', 'dns_failure', 'tls_failure',
    'refused', 'challenge', 'not_found', 'server_error', 'busy', 'timeout', 'malformed', 'redirect_loop', 'skipped'
)) not valid;
alter table fetches drop constraint fetches_outcome_check;
alter table fetches add constraint fetches_outcome_check check (outcome in (
    'fetched', 'not_modified', 'redirected', 'disallowed', 'too_large', 'unreachable', 'dns_failure', 'tls_failure',
    'refused', 'challenge', 'not_found', 'server_error', 'busy', 'timeout', 'malformed', 'redirect_loop', 'skipped'
)) not valid;

-- Fingerprint of the page's layout: 64 bits, alike where few bits differ; null: read before there was one, or too little to go by.
alter table verdicts add column layout bigint;
-- The newest readings of a host with a layout: what a change of layout is seen by.
create index verdicts_layout on verdicts (host_id, fetched_at desc) where layout is not null;

-- Pages read by host, day of fetching and page type; `articles` of them became articles. No checks: what a new reading
-- takes back is added as a negative row, and a check would look at that before the sum is made.
create table reading_days (
    host_id   bigint not null,
    day       date not null,
    page_type text not null,
    pages     bigint not null,
    articles  bigint not null,
    primary key (host_id, day, page_type)
) with (fillfactor = 70);

insert into reading_days (host_id, day, page_type, pages, articles)
select host_id, (fetched_at at time zone 'UTC')::date, page_type, count(*), count(article_id)
from verdicts group by 1, 2, 3;
