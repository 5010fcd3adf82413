-- A row is a page that the last visit did not get, and why.
create view news.pages_failed as
select
    s.url,
    h.site_id as source_id,
    h.domain as source_domain,
    s.via as discovered_via,
    v.outcome,
    v.http_status::integer as http_status,
    v.failures as failures_in_a_row,
    v.visited_at as date_visited,
    v.next_due as date_next_visit -- null: queued, or given up
from visits v
join seen s on s.host_id = v.host_id and s.url_id = v.url_id
join hosts h on h.host_id = v.host_id
where s.kind = 'page' and v.outcome not in ('fetched', 'not_modified', 'redirected');
