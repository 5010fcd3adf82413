-- The newest verdicts of a site, for trials of its rules, which read the whole table before. The layouts of a day are found by the same index.
create index verdicts_host on verdicts (host_id, fetched_at desc, page_id desc);
drop index verdicts_layout;
