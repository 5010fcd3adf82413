-- Labels with the bin of each sample that has their pair, and whether the two are grouped together now.
with grouped as (
    select distinct l.a as id, coalesce(c.duplicate_of, l.a) as leader
    from (select a from pair_labels where kind = $1 union select b from pair_labels where kind = $1) l
    left join copies c on c.article_id = l.a
)
select p.seed, s.version as code, t.pairs as "frame_pairs!", n.name as bin, n.pairs as bin_pairs, p.score,
    l.a, l.b, l.who, l.a_version, l.b_version, l.same, l.labelled_at,
    case when $1 = 'copies' then a.leader = b.leader
        else coalesce(a.leader = b.leader or ma.story_id = mb.story_id, false) end as "joined!"
from pair_labels l
join sampled_pairs p on p.kind = l.kind and p.a = l.a and p.b = l.b
join pair_samples s on s.kind = p.kind and s.seed = p.seed
join pair_bins n on n.kind = p.kind and n.seed = p.seed and n.bin = p.bin
join (select seed, sum(pairs)::bigint as pairs from pair_bins where kind = $1 group by seed) t on t.seed = p.seed
join grouped a on a.id = l.a
join grouped b on b.id = l.b
left join story_articles ma on ma.article_id = a.leader
left join story_articles mb on mb.article_id = b.leader
where l.kind = $1 and ($2::text is null or l.who = $2)
order by p.seed, p.place, l.who collate "C"
