import { added, changed, dropped, other, type WrongRow } from './alterations.ts';

const far = 1_000_000_000;
/** Named by its new number or by the one that it had. */
const renumbered = (what: string, column = 'id') => `concat('${what} ', ${column}, ' or ${what} ', ${column} - ${far})`;
const onPosting = changed(
  'ledger.posting',
  `concat('transfer ', transfer_id, ' or transfer ', transfer_id - ${far}, ' or ', transfer_id, '/', line)`,
);
const machineDay = `concat('machine ', machine_id, '|', date)`;
const movedMachineDay = `concat('machine ', machine_id, '|', date, ' or machine ', machine_id - ${far}, '|', date)`;
const onCharge = changed('electricity_charge', machineDay);
const hosting = `concat('machine ', machine_id, '|', date)`;
const onHosting = changed('hosting_charge', hosting);
const adjustment = `concat('correction ', id, ' or outage credit ', outage_credit_id, '|machine ', machine_id, ' or machine ', machine_id, '|', date, ' or machine ', machine_id, '|', about_date)`;
const onAdjustment = changed('charge_adjustment', adjustment);
const onCredit = changed('outage_credit', `concat('outage credit ', id)`);
const onCreditBatch = changed('outage_credit_batch', `concat('outage credit ', credit_id)`);
const onReport = changed('pool_report', movedMachineDay);
const onTariff = changed('tariff', `concat('site ', site_id, ' or site ', site_id - 1000)`);
const ofMachine = `concat('machine ', machine_id, ' or machine ', machine_id - ${far})`;
const onTerms = changed('machine_terms', ofMachine);
const onMachine = changed('machine', `concat('machine ', id)`);
const onPeriod = changed('machine_status_period', ofMachine);
const onSuperseded = changed(
  'superseded_status_period',
  `concat('machine ', machine_id, ' or status correction ', superseded_by)`,
);
const onStatusCorrection = changed('status_correction', `concat('status correction ', id)`);
const day = `concat(kind, '|', date)`;
const onDay = changed('day_close', day);
const onBatch = changed('day_close_batch', day);
const onAccount = changed(
  'electricity_account',
  `concat('customer ', customer_id, ' or customer ', customer_id - ${far})`,
);
const onTotal = changed('output_total', `concat('customer ', customer_id)`);
const onOrder = changed('coin_up_order', renumbered('order'));
const onPosition = changed('coin_up_position', `concat('customer ', customer_id)`);
const onInterest = changed('coin_up_interest', `concat('customer ', customer_id, '|', date)`);
const onInterestDay = changed('coin_up_interest_day', `date::text`);
const onInterestBatch = changed('coin_up_interest_batch', `date::text`);
const onClawBack = changed('deposit_claw_back', renumbered('deposit', 'deposit_id'));
const onAddress = changed('deposit_address', `concat('number ', number, ' or number ', number - 1000)`);
const usedAddress =
  'exists (select from deposit where deposit.network = deposit_address.network and address_number = number)';
const onArrival = changed('house_arrival', renumbered('arrival'));
const onWithdrawal = changed('withdrawal', renumbered('withdrawal'));
const onPayment = changed('withdrawal_payment', `concat('withdrawal ', withdrawal_id)`);
const onReview = changed(
  'withdrawal_review',
  `concat('withdrawal ', withdrawal_id, ' or withdrawal ', withdrawal_id - ${far})`,
);
const onStep = changed(
  'withdrawal_step',
  `concat('withdrawal ', withdrawal_id, ' or withdrawal ', withdrawal_id - ${far})`,
);
const onReservation = changed('outpoint_reservation', `concat('withdrawal ', withdrawal_id)`);
const onAutomatic = changed(
  'auto_approval',
  `concat('withdrawal ', withdrawal_id, ' or withdrawal ', withdrawal_id - ${far})`,
);
const onDestination = changed('treasury_destination', renumbered('destination'));
const counted = `concat('pool payment ', payment_id, ' or ', transfer_id, '/', line)`;
const onCounted = changed('pool_payment_correction', counted);
const onBalance = changed('ledger.balance', 'account::text');
const onOutput = changed('machine_output', movedMachineDay);

/** The columns that no other file alters, and the tables of a pool's corrections and of approvals by policy. */
export const wrongColumns: readonly WrongRow[] = [
  onPosting('transfer', `transfer_id = transfer_id + ${far}`),
  onPosting('line', 'line = line + 1000'),
  onPosting('balance of the other side after it', 'debit_after = debit_after + 1', 'debit_after is not null'),
  onBalance('account', 'account = account + 100000000', 'posted > 0 and account > 0'),

  onOutput('machine', `machine_id = machine_id + ${far}`),
  onTotal(
    'customer',
    other('customer_id'),
    'not exists (select from output_total o where o.coin = output_total.coin and o.customer_id = (select min(id) from customer where id <> output_total.customer_id))',
  ),
  onTotal('coin', `coin = case coin when 'BTC' then 'X' else coin || 'X' end`),
  onCharge('paid in ETH + 1', 'paid_eth = paid_eth + 1'),
  onCharge('paid in DOGE + 1', 'paid_doge = paid_doge + 1'),
  changed('electricity_charge', movedMachineDay)('machine', `machine_id = machine_id + ${far}`),
  onHosting('paid in BTC + 1', 'paid_btc = paid_btc + 1'),
  onHosting('paid in ETH + 1', 'paid_eth = paid_eth + 1'),
  onHosting('paid in DOGE + 1', 'paid_doge = paid_doge + 1'),
  onHosting(
    'paid by coin what prepaid money paid',
    'paid_output_usdt = paid_prepaid, paid_prepaid = 0',
    'paid_prepaid > 0',
  ),
  onHosting('taken off without a correction', 'waived = 1, amount = amount + 1'),
  changed('hosting_charge', movedMachineDay)('machine', `machine_id = machine_id + ${far}`),
  onHosting('of a correction', 'adjustment_id = 1, days = 0', 'adjustment_id is null'),
  onAdjustment('name of the machine', `machine_no = machine_no || 'x'`),
  onAdjustment('coin of the machine', `coin = case coin when 'ETH' then 'DOGE' else 'ETH' end`),
  onAdjustment('paid + 1', 'amount = amount + 1, paid_prepaid = paid_prepaid + 1', `adjusted <> 'hosting'`),
  onAdjustment(
    'paid in BTC + 1',
    'amount = amount + 1, paid_output_usdt = paid_output_usdt + 1, paid_btc = paid_btc + 1',
    `adjusted <> 'hosting'`,
  ),
  onAdjustment('paid in ETH', 'paid_eth = paid_eth + 1'),
  onAdjustment('paid in DOGE', 'paid_doge = paid_doge + 1'),
  onAdjustment('paid in BTC of nothing', 'paid_btc = paid_btc + 1', 'amount = 0'),
  onAdjustment('taken off', 'amount = amount + 1, waived = waived + 1', `adjusted <> 'hosting'`),
  changed('charge_adjustment', `concat('customer ', customer_id)`)(
    'promotion of what was given back + 1',
    'moved_promotion = moved_promotion + 1',
    `adjusted = 'electricity' and adjusted_coin = 'USDT' and moved > moved_promotion`,
  ),
  changed('charge_adjustment', `concat('customer ', customer_id)`)(
    'promotion paid + 1',
    'amount = amount + 1, paid_prepaid = paid_prepaid + 1, paid_promotion = paid_promotion + 1',
    `adjusted <> 'hosting'`,
  ),
  onCredit('a machine instead of the site', 'machine_id = (select min(id) from machine), site_id = null'),
  onCredit('person', `proposed_by = 'staff:other'`),
  onCredit('second person', `approved_by = 'staff:other'`),
  changed('outage_credit_batch', renumbered('outage credit', 'credit_id'))(
    'credit',
    `credit_id = credit_id + ${far}`,
    'transfer_id is not null',
  ),
  onCreditBatch('batch', 'batch = batch + 1000', 'transfer_id is not null'),

  changed('network_day', `concat('BTC|', date)`)(
    'coin',
    `coin = 'ETH'`,
    `coin = 'BTC' and not exists (select from network_day n where n.date = network_day.date and n.coin = 'ETH')`,
  ),
  changed('network_day', `concat('BTC|', date + 400)`)('date', 'date = date - 400', `coin = 'BTC'`),
  changed('reference_price', `concat(coin, '|', date + 400)`)('date', 'date = date - 400', `date > '2026-02-10'`),
  changed('reference_price', `concat('BTC|', date + 400)`)(
    'coin',
    `coin = 'DOGE', date = date - 400`,
    `coin = 'BTC' and date > '2026-02-10'`,
  ),
  onReport('machine', `machine_id = machine_id + ${far}`),
  onReport('coin', `coin = case coin when 'ETH' then 'DOGE' else 'ETH' end`),
  onTariff(
    'site',
    'site_id = site_id + 1000',
    `site_id in (select site_id from machine_terms where effective_from < '2026-02-20')`,
  ),
  onTariff(
    'name',
    `name = name || 'x'`,
    `site_id in (select site_id from machine_terms where effective_from < '2026-02-20')`,
  ),
  onTariff(
    'first day',
    `effective_from = '2026-03-05'`,
    `effective_from < '2026-02-10' and site_id in (select site_id from machine_terms where effective_from < '2026-02-20')`,
  ),
  onTerms('machine', `machine_id = machine_id + ${far}`, `effective_from < '2026-03-01'`),
  onTerms('end', `effective_to = '2026-03-01'`, `effective_from < '2026-02-20' and effective_to > '2026-03-05'`),
  onTerms('tariff', `tariff_name = tariff_name || 'x'`, `effective_from < '2026-03-01'`),
  onTerms('contract ended earlier', `end_time = '2026-02-25T00:00:00Z'`, `effective_from < '2026-02-20'`),
  onMachine('site', 'site_id = (select min(id) from site where id <> site_id)'),
  onMachine('tariff', `tariff_name = tariff_name || 'x'`),
  onMachine('power', 'power_watts = power_watts + 1'),
  onMachine('pool fee', 'pool_fee_rate = pool_fee_rate + 0.01'),
  onMachine('hosting fee', 'hosting_fee_monthly = coalesce(hosting_fee_monthly, 0) + 1'),
  onMachine(
    'coin',
    `coin = case coin when 'ETH' then 'DOGE' else 'ETH' end`,
    'exists (select from machine_output where machine_id = machine.id)',
  ),
  onMachine(
    'kind of purchase',
    `purchase_kind = 'SUBSCRIBE'`,
    'exists (select from hosting_charge where machine_id = machine.id)',
  ),
  onMachine('start', `start_time = start_time - interval '2 days'`),
  onMachine('status', `status = 'ENCAPSULATION'`, `status <> 'ENCAPSULATION'`),
  onMachine('end of the contract', `end_time = '2026-03-25T00:00:00Z'`),
  onMachine('contract over', 'contract_ended = true', `status = 'RUNNING'`),
  onMachine(
    'expected start',
    `expected_running_time = expected_running_time + interval '40 days'`,
    'expected_running_time is not null',
  ),
  onTerms(
    'end of the contract of a machine that was brought in',
    `end_time = '2026-03-25T00:00:00Z'`,
    `recorded_by = 'import' and effective_to = 'infinity'`,
  ),
  onMachine('status since', `status_since = status_since - interval '1 hour'`),
  onPeriod('machine', `machine_id = machine_id + ${far}`),
  onPeriod('number', 'seq = seq + 1000'),
  onPeriod('status before', `from_status = 'ENCAPSULATION'`),
  onPeriod('person of a correction', `by = 'staff:other'`, 'correction_id is not null'),
  onPeriod('of a correction', 'correction_id = (select min(id) from status_correction)', 'correction_id is null'),
  onSuperseded('correction', `superseded_by = superseded_by + 1`),
  changed('superseded_status_period', `concat('machine ', machine_id, ' or status correction ', superseded_by)`)(
    'machine',
    `machine_id = machine_id + ${far}`,
  ),
  onSuperseded('number', 'seq = seq + 1000'),
  onSuperseded('of a correction', 'correction_id = superseded_by'),
  onStatusCorrection('a machine instead of the site', 'machine_id = (select min(id) from machine), site_id = null'),
  onStatusCorrection('second person', `approved_by = 'staff:other'`),
  onStatusCorrection('time', `recorded_at = recorded_at - interval '1 day'`),
  changed('day_close', `concat(kind, '|', date)`)(
    'kind',
    `kind = case kind when 'mining' then 'coin-up' else 'mining' end, date = date + 400`,
    `date < '2026-03-01'`,
  ),
  changed('day_close', `concat(kind, '|', date + 400)`)('date', 'date = date - 400', `date < '2026-03-01'`),
  onDay('open again', 'closed_at = null, seal = null, tie_out = null', `date < '2026-03-01'`),
  changed('day_close_batch', `concat(kind, '|', date, ' or ', kind, '|', date + 400)`)(
    'date',
    'date = date - 400',
    `stage = 'post'`,
  ),
  onBatch('stage', `stage = 'tie-out', batch = batch + 1000`, `stage = 'post'`),
  onBatch('number', 'batch = batch + 1000'),
  onBatch('first customer', 'first_customer = first_customer + 1'),
  changed(
    'day_close_batch',
    `concat(kind, '|', date, ' or ', case kind when 'mining' then 'coin-up' else 'mining' end, '|', date)`,
  )('kind', `kind = case kind when 'mining' then 'coin-up' else 'mining' end, batch = batch + 1000`),
  onAccount('customer', `customer_id = customer_id + ${far}`, 'promo_remaining > 0'),

  onOrder('time', `requested_at = requested_at - interval '1 day'`),
  onPosition(
    'customer and coin',
    `customer_id = customer_id + 1000, coin = case coin when 'BTC' then 'USDT' else 'BTC' end`,
  ),
  onPosition('on its way in + 1', 'in_transit_in = in_transit_in + 1'),
  onPosition('on its way out + 1', 'in_transit_out = in_transit_out + 1'),
  onInterest(
    'coin',
    `coin = case coin when 'BTC' then 'USDT' else 'BTC' end`,
    `not exists (select from coin_up_interest i where (i.date, i.customer_id) = (coin_up_interest.date, coin_up_interest.customer_id) and i.coin <> coin_up_interest.coin)`,
  ),
  onInterestDay('date', 'date = date + 400'),
  onInterestDay('coin', `coin = case coin when 'BTC' then 'USDT' else 'BTC' end, date = date + 400`),
  onInterestDay(
    'decided later',
    `decided_at = decided_at + interval '1 hour', funded_at = funded_at + interval '2 hours'`,
    'funded_at is not null',
  ),
  onInterestBatch('coin', `coin = case coin when 'BTC' then 'USDT' else 'BTC' end, batch = batch + 1000`, 'amount > 0'),
  onInterestBatch('batch', 'batch = batch + 1000', 'amount > 0'),
  onInterestBatch('first customer', 'first_customer = first_customer + 1, last_customer = last_customer + 1'),

  onClawBack('deposit', `deposit_id = deposit_id + ${far}`),
  onAddress('number', 'number = number + 1000', usedAddress),
  onAddress(
    'network',
    `network = 'ERC20', key = right(key, 40), number = number + 1000`,
    `network = 'BITCOIN' and ${usedAddress}`,
  ),
  onArrival('network', `network = 'ERC20'`),

  onWithdrawal('time', `applied_at = applied_at - interval '1 minute'`),
  onPayment('attempt', 'attempt = attempt + 1'),
  onReservation('output', `outpoint = outpoint || 'x'`),
  onReservation('network', `network = 'ERC20'`),
  onReview(
    'part',
    `part = 'APPROVED'`,
    `part = 'PROPOSED' and 1 = (select count(*) from withdrawal_review r where r.withdrawal_id = withdrawal_review.withdrawal_id)`,
  ),
  onReview(
    'person',
    `staff_id = (select max(id) from staff where id not in (select staff_id from withdrawal_review r where r.withdrawal_id = withdrawal_review.withdrawal_id))`,
  ),
  onReview('reason', `reason = reason || 'x'`),
  onReview('time', `at = at - interval '1 day'`),
  onStep('of another withdrawal', `withdrawal_id = withdrawal_id + ${far}`),
  onStep('time', `at = at - interval '1 day'`),
  onAutomatic('of another withdrawal', `withdrawal_id = withdrawal_id + ${far}`),
  onAutomatic('time', `at = at - interval '1 day'`),
  onAutomatic('bounds', `bounds = '{}'`),
  onAutomatic('precedent', 'precedent_id = (select min(id) from withdrawal where id <> precedent_id)'),
  onAutomatic('revoked', `revoked_at = at, revoked_reason = 'x'`),
  onAutomatic('coin', `coin = case coin when 'BTC' then 'USDT' else 'BTC' end`),
  onAutomatic('total of the day', 'day_total = day_total + 1'),
  dropped('auto_approval', `concat('withdrawal ', withdrawal_id)`),
  onDestination('network', `network = 'ERC20', address_key = right(address_key, 40)`),

  onCounted('amount + 1', 'amount = case amount when -1 then 1 else amount + 1 end'),
  onCounted('line', 'line = line + 1000'),
  onCounted('transfer', 'transfer_id = 1'),
  onCounted('of another payment', 'payment_id = (select min(id) from pool_payment where id <> payment_id)'),
  onCounted('undone', 'undone = true', 'not undone'),
  dropped('pool_payment_correction', counted),
  added(
    'doubled',
    'pool_payment_correction',
    'transfer_id, line, payment_id, amount, undone',
    'transfer_id, line + 1000, payment_id, amount, undone',
    counted,
  ),
];
