-- Purpose: rules that users write for a site. That a value was found by one, `articles` can say since 0017.
-- The number grows with each change, so that a page that is being read while the rules change stays before the extractor.

alter table sites
    add column rules          jsonb not null default '{}' check (jsonb_typeof(rules) = 'object'),
    add column rules_revision integer not null default 0; -- 0: there never were any
