-- The pairs of a sample that a person has not labelled, in their order, behind one place; pairs of articles that are gone
-- are passed over.
select p.place, p.a, p.b, a.version as a_version, b.version as b_version,
    l.who is not null as "is_labelled!", l.same, count(*) over () as "remaining!"
from sampled_pairs p
join articles a on a.article_id = p.a and a.is_latest
join articles b on b.article_id = p.b and b.is_latest
left join pair_labels l on l.kind = p.kind and l.a = p.a and l.b = p.b and l.who = $3
where p.kind = $1 and p.seed = $2 and ($4 or l.who is null) and p.place > $5
order by p.place
limit $6
