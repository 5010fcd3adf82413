-- The state of a run: one that has not ended, and whose program is gone, is lost.
create function run_state(state text, session bigint) returns text
language sql stable
return case when state = 'running' and session is not null and not session_lives(session) then 'lost' else state end;
