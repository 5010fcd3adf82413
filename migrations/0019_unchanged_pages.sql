-- What a visit without a new page says about the article.

-- The opt-outs after a response 304, which repeats neither markup nor, on many servers, headers: those of the page stay
-- unless it states others, and those of the files of the site are as stated.
create function opt_outs_after_304(former jsonb, stated jsonb) returns jsonb
language sql immutable parallel safe
return (
    with tdm as (
        select '{tdm_source,tdm_reserved,tdm_policy_url}'::text[] as keys,
            coalesce(former ->> 'tdm_source', '') in ('header', 'meta')
                and coalesce(stated ->> 'tdm_source', 'tdmrep.json') = 'tdmrep.json' as is_kept
    ), ai as (
        select jsonb_agg(distinct entry order by entry) as entries from (
            select entry from jsonb_array_elements_text(coalesce(former -> 'ai_optout', '[]')) as entry
                where entry like 'header:%' or entry like 'meta:%'
            union
            select entry from jsonb_array_elements_text(coalesce(stated -> 'ai_optout', '[]')) as entry
        ) both_of_them
    )
    select former - '{content_signal,ai_txt,ai_optout}'::text[] - case when tdm.is_kept then '{}' else tdm.keys end
        || (stated - 'ai_optout' - case when tdm.is_kept then tdm.keys else '{}' end)
        || jsonb_strip_nulls(jsonb_build_object('ai_optout', ai.entries))
    from tdm, ai
);
