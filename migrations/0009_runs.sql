-- A row is a run of the program, with its counts.
create table runs (
    run_id      bigint generated always as identity primary key,
    command     text not null,
    state       text not null default 'running' check (state in ('running', 'done', 'stopped', 'failed')),
    started_at  timestamptz not null default now(),
    finished_at timestamptz,
    counts      jsonb not null default '{}' check (jsonb_typeof(counts) = 'object'),
    detail      text,
    session     bigint, -- an advisory lock of this number is held while the program lives; null: unknown
    constraint runs_end_once check ((state = 'running') = (finished_at is null))
);
create index runs_started on runs (started_at desc);
