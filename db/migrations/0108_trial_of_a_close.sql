-- A pre-flight check posts the day and takes it back: what it would have posted is kept with what it found, for people to read before they close.
alter table day_close_order add column trial jsonb check (jsonb_typeof(trial) = 'object');
alter table day_close_preflight add column trial jsonb check (jsonb_typeof(trial) = 'object');
grant update (trial) on day_close_order, day_close_preflight to lode_worker;
