-- How often in a row a page was visited before its time, because the site announced it, and was still missing or the same.
alter table visits add column calls smallint not null default 0;
