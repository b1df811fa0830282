-- What a customer recognises a session by, and when it was used last.

-- From the request that logged in: model, system and browser as the browser names itself. The network is coarse, a /24 or a /56, and
-- that of the last noted use. Null in older sessions. `idle_until` moves with each noted use; the session ends there.
alter table session
  add column model text check (length(model) between 1 and 40),
  add column system text check (length(system) between 1 and 40),
  add column browser text check (length(browser) between 1 and 40),
  add column network text check (length(network) between 1 and 45),
  add column last_used_at timestamptz,
  add column idle_until timestamptz;

create or replace view open_session as
  select s.id, s.token_hash, s.device_id, s.created_at, least(s.expires_at, s.idle_until) as expires_at, s.customer_id, c.account,
    c.status as customer_status, c.funds_password_hash is not null as has_funds_password,
    s.model, s.system, s.browser, s.network, coalesce(s.last_used_at, s.created_at) as last_used_at
  from session s join customer c on c.id = s.customer_id
  where s.revoked_at is null;
