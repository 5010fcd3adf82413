-- What a seed calls a site, in lower case: `site-tag:regional` finds the articles of such sites. The tags of articles are the outlet's own.
alter table sites add column tags text[] not null default '{}';
