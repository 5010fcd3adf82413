-- Crawlers remember in memory which links are stored. When URLs are deleted, by a removal of their site or because they are old, every
-- crawler has to forget that, also those in other processes.

-- Grows with each deletion of URLs. A crawler compares it whenever it claims a host.
create sequence url_deletions;
select nextval('url_deletions'); -- so that the next call changes `last_value`

create function count_url_deletion() returns trigger
language plpgsql as $$
begin
    if exists (select from gone) then
        perform nextval('url_deletions');
    end if;
    return null;
end $$;

create trigger seen_deleted after delete on seen referencing old table as gone
    for each statement execute function count_url_deletion();
