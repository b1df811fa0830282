import { added, changed, dropped, type WrongRow } from './alterations.ts';

const entry = `concat('transfer ', transfer_id, ' or arrival ', arrival_id)`;
const onEntry = changed('suspense_entry', entry);
const payment = `concat('pool payment ', id, ' or transfer ', transfer_id)`;
const onPayment = changed('pool_payment', payment);
const paidDay = `concat('pool payment ', payment_id, ' or ', coin, ' ', date)`;
const onPaidDay = changed('pool_payment_day', paidDay);
const writeOff = `concat('deposit ', deposit_id)`;
const onWriteOff = changed('deposit_write_off', writeOff);
const onClawBack = changed('deposit_claw_back', writeOff);
const byHand = `concat('transfer ', transfer_id)`;
const onByHand = changed('treasury_by_hand', byHand);
const onArrival = changed('house_arrival', `concat('arrival ', id)`);
const setting = `concat('setting ', key, '|', effective_from)`;
const onSetting = changed('setting', setting);
/** The demo opens its savings without an audit line. */
const isSet = `changed_by <> 'start' and key <> 'coin-up.open'`;

/** Of what stands in SUSPENSE, what pools paid, what was written off, and the operator's own money. */
export const wrongHouse: readonly WrongRow[] = [
  onEntry('amount + 1', 'change = change + 1'),
  onEntry('another arrival', 'arrival_id = (select min(id) from house_arrival where id <> arrival_id)'),
  onEntry('another customer', 'customer_id = customer_id + 1', 'customer_id is not null'),
  onEntry('settled as treasury instead', `settled_as = 'TREASURY', customer_id = null`, `settled_as = 'CUSTOMER'`),
  onEntry('reopened as treasury instead', `settled_as = 'TREASURY'`, `kind = 'REOPENED' and settled_as = 'POOL'`),
  onEntry('arrived instead', `kind = 'ARRIVED', settled_as = null`, `kind = 'REOPENED'`),
  onEntry('transfer', 'transfer_id = 1'),
  onEntry('time', `happened_at = happened_at - interval '1 day'`),
  dropped('suspense_entry', entry),
  onArrival('goes to treasury', `goes_to = 'TREASURY'`, `goes_to = 'SUSPENSE' and status = 'POSTED'`),
  onArrival('goes to suspense', `goes_to = 'SUSPENSE'`, `goes_to = 'TREASURY' and status = 'POSTED'`),

  onPayment('paid and expected + 1', 'paid = paid + 1, expected = expected + 1'),
  onPayment('period', 'from_date = from_date + 1, to_date = to_date + 1'),
  onPayment('coin', `coin = 'DOGE'`),
  onPayment(
    'another arrival',
    'arrival_id = (select max(id) from house_arrival where id <> arrival_id)',
    'arrival_id is not null',
  ),
  onPayment('transfer', 'transfer_id = 1'),
  onPayment('time', `paid_at = paid_at - interval '1 day'`),
  onPayment('not undone', 'undone_transfer_id = null, undone_at = null', 'undone_at is not null'),
  onPayment('undone', 'undone_transfer_id = 1, undone_at = paid_at', 'undone_at is null'),
  onPayment('time of the undoing', `undone_at = undone_at + interval '1 day'`, 'undone_at is not null'),
  dropped('pool_payment', payment),
  onPaidDay('outputs + 1', 'expected = expected + 1'),
  onPaidDay('date', 'date = date + 400'),
  onPaidDay('coin', `coin = 'ETH'`),
  onPaidDay('undone', 'undone = true', 'not undone'),
  onPaidDay('of another payment', 'payment_id = (select min(id) from pool_payment where id <> payment_id)'),
  dropped('pool_payment_day', paidDay),

  onWriteOff('amount + 1', 'amount = amount + 1'),
  onWriteOff('removal', 'removal = removal + 1'),
  onWriteOff('part', 'part = part + 10'),
  onWriteOff('transfer', 'transfer_id = 1'),
  onWriteOff('time', `written_off_at = written_off_at - interval '1 day'`),
  onWriteOff('of another deposit', 'deposit_id = (select min(id) from deposit where id <> deposit_id)'),
  onWriteOff('not reversed', 'reversal_transfer_id = null, reversed_at = null', 'reversed_at is not null'),
  onWriteOff('reversed', 'reversal_transfer_id = 1, reversed_at = written_off_at', 'reversed_at is null'),
  onWriteOff('time of the reversal', `reversed_at = reversed_at - interval '1 day'`, 'reversed_at is not null'),
  dropped('deposit_write_off', writeOff),
  onClawBack('amount + 1', 'amount = amount + 1'),
  onClawBack('part', 'part = part + 10'),

  onByHand('amount + 1', 'amount = amount + 1'),
  onByHand('direction', `direction = case direction when 'IN' then 'OUT' else 'IN' end`),
  onByHand('coin', `coin = 'DOGE'`),
  onByHand('key', `key = 'x' || key`),
  onByHand('transfer', 'transfer_id = 1'),
  onByHand('time', `moved_at = moved_at - interval '1 day'`),
  dropped('treasury_by_hand', byHand),

  onSetting('rate to start with', `value = '"18.00"'`, `key = 'coin-up.apy.BTC'`),
  onSetting('fee to start with', `value = '"0.00010000"'`, `key = 'withdraw.fee.BTC'`),
  onSetting(
    'value',
    // Another one within the bounds that the database keeps.
    `value = case jsonb_typeof(value) when 'object' then value || jsonb_build_object('knownDays', 1 + (value ->> 'knownDays')::int % 365)
       when 'array' then value || value else to_jsonb(translate(value #>> '{}', '0123456789', '1234567890')) end`,
    isSet,
  ),
  onSetting('in force earlier', `effective_from = effective_from - interval '1 day'`, isSet),
  changed('setting', `'setting coin-up.min.BTC'`)('key', `key = 'x' || key`, `key = 'coin-up.min.BTC'`),
  onSetting('person', `changed_by = 'staff:other'`, isSet),
  onSetting('reason', `reason = reason || 'x'`, isSet),
  onSetting('version', 'version = version + 1', isSet),
  dropped('setting', setting, isSet),
  added(
    'one more',
    'setting',
    'key, effective_from, value, changed_by, reason, version',
    `'coin-up.apy.USDT', effective_from, '"42.00"', changed_by, reason, 1`,
    setting,
    isSet,
  ),
];
