-- Whether a robots.txt is requested again before its time, because somebody asked for it. The next answer, or its absence, ends that.
alter table robots add column is_due boolean not null default false;
