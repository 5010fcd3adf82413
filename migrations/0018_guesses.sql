-- Tells the visits that lost a page apart from guesses: usual addresses of feeds and sitemaps, where there has never been any.
alter table visit_days add column guesses bigint not null default 0;
