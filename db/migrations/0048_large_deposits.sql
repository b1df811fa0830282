-- Large deposits need more confirmations, by steps, and above a bound a second node's word. Both follow what a customer has
-- brought within the blocks of a reorganisation: many small deposits are no way round.
insert into setting (key, effective_from, value, changed_by, reason)
  select key, '2020-01-01Z', value::jsonb, 'start', 'settings to start with'
  from (values
    ('deposit.steps.BTC', '[{"from": "20.00000000", "confirmations": 6}, {"from": "100.00000000", "confirmations": 12}]'),
    ('deposit.steps.USDT', '[{"from": "500000.000000", "confirmations": 60}, {"from": "2000000.000000", "confirmations": 120}]'),
    ('deposit.second-node.BTC', '"20.00000000"'),
    ('deposit.second-node.USDT', '"500000.000000"')
  ) as start (key, value);
