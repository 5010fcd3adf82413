-- Brings the schema of before 0.1.0 to that of the base: what belongs to a host goes with it. Rows of hosts that are no longer there go now.
set local client_min_messages = warning;
do $$
declare
    belonging text;
    checked text;
begin
    foreach belonging in array array['robots', 'opt_out_files', 'page_labels', 'block_labels', 'stand_in_texts', 'renderings', 'skipped_urls',
        'pattern_stats', 'channel_yields', 'visit_days', 'verdicts', 'verdict_days']
    loop
        checked := case when belonging in ('skipped_urls', 'visit_days') then 'deferrable initially deferred' else '' end;
        execute format('delete from %1$I b where not exists (select from hosts h where h.host_id = b.host_id)', belonging);
        execute format('alter table %1$I drop constraint if exists %2$I,
            add constraint %2$I foreign key (host_id) references hosts on delete cascade %3$s', belonging, belonging || '_host_id_fkey', checked);
    end loop;
end $$;
create index channel_yields_host on channel_yields (host_id); -- found when the host is deleted
delete from _sqlx_migrations;
