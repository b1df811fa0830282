import type { BookCheck, Difference } from '@lode/ledger';
import { limited } from '../../platform/books/limited.ts';
import { many } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import { lineSays } from './settings.store.ts';

/** As migrations wrote them: rates, limits and fees that stand until two people change them. */
const initial = {
  'coin-up.open': false,
  'coin-up.min.BTC': '0.00100000',
  'coin-up.min.USDT': '100.000000',
  'coin-up.apy.BTC': '1.80',
  'coin-up.apy.USDT': '4.20',
  'deposit.min.BTC': '0.00010000',
  'deposit.min.USDT': '1.000000',
  'deposit.steps.BTC': [
    { from: '20.00000000', confirmations: 6 },
    { from: '100.00000000', confirmations: 12 },
  ],
  'deposit.steps.USDT': [
    { from: '500000.000000', confirmations: 60 },
    { from: '2000000.000000', confirmations: 120 },
  ],
  'deposit.second-node.BTC': '20.00000000',
  'deposit.second-node.USDT': '500000.000000',
  'withdraw.min.BTC': '0.00100000',
  'withdraw.min.USDT': '10.000000',
  'withdraw.max.BTC': '5.00000000',
  'withdraw.max.USDT': '100000.000000',
  'withdraw.day.BTC': '10.00000000',
  'withdraw.day.USDT': '200000.000000',
  'withdraw.fee.BTC': '0.00020000',
  'withdraw.fee.USDT': '3.000000',
  'withdraw.rule.BTC': null,
  'withdraw.rule.USDT': null,
  'hot.bounds.BTC': null,
  'hot.bounds.USDT': null,
  'sweep.min.USDT': '20.000000',
  'sweep.max-fee.ETH': '0.00500000',
  'webview.hosts': [],
  'support.contact': { name: null, wechat: null, phone: null, mail: null, hours: null },
  'support.faq': [],
};

/**
 * Each version of a setting is one to start with or what the staff set, by the audit log; each line there has its version. Days of savings pin
 * the rate that they find, and withdrawals the fee and the limits: what was altered before would look right afterwards.
 */
const differences = query(
  'settings.check',
  limited(`
  with said as (
    select substring(subject from 9) as key, 'staff:' || staff.name as by, reason,
      ${lineSays.from} as effective_from,
      ${lineSays.value} as value
    from audit_log join staff on staff.id = staff_id where subject like 'setting %'
      -- Of trials, which changed nothing, the first lines had this subject too.
      and action <> 'withdrawal:rule-replay'
    union all
    select key, 'start', 'settings to start with', '2020-01-01Z'::timestamptz, value from jsonb_each($1::jsonb) start (key, value)
  ), audited as (
    select key, effective_from, value, by, reason, count(*) as times from said group by 1, 2, 3, 4, 5
  ), kept as (
    select key, effective_from, value, changed_by as by, reason, count(*) as times from setting
    -- The demo opens the savings for itself.
    where not (key = 'coin-up.open' and changed_by = 'staff:admin' and exists (select from installation where mode like 'demo%')
      and not exists (select from said where said.key = setting.key and said.effective_from = setting.effective_from))
    group by 1, 2, 3, 4, 5
  )
  select 'a setting is what the staff set' as "check", concat_ws(' ', 'setting', key, 'from', effective_from) as subject,
    case when audited.times is null then 'no audit line' else concat_ws(' ', value, by, reason) end as expected,
    case when kept.times is null then 'none' else concat_ws(' ', value, by, reason) end as found
  from audited full join kept using (key, effective_from, value, by, reason) where audited.times is distinct from kept.times
  union all
  select 'the versions of a setting for one moment have no gap', concat_ws(' ', 'setting', key, 'from', effective_from), count(*)::text, max(version)::text
  from setting group by key, effective_from having max(version) <> count(*)`),
).as<Difference>();

/** Settings against the audit log. */
export const checkSettings: BookCheck = (db) => many(db, differences, [JSON.stringify(initial)]);
