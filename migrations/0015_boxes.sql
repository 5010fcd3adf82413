-- Where the browser drew the text of a rendered page: JSON of its pieces, each with its place in `body` (zstd). Null: it was not measured.
alter table pages add column boxes bytea check (boxes is null or rendered);
alter table pages alter column boxes set storage external; -- compressed already
