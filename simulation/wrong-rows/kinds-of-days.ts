import { added, changed, dropped, other, type WrongRow } from './alterations.ts';

const posting = `concat('transfer ', transfer_id, ' or at ', transfer_id, '/', line, ' or ', transfer_id, '/', line)`;
const onPosting = changed('ledger.posting', posting);
const customerSide = `(debit > 0) <> (credit > 0)`;
const transfer = `concat('transfer ', id)`;
const onTransfer = changed('ledger.transfer', transfer);
const account = `account::text`;
const hold = `'hold ' || key`;
const onHold = changed('ledger.hold', hold);
const machineDay = `concat('machine ', machine_id, '|', date)`;
const onOutput = changed('machine_output', machineDay);
const onCharge = changed('electricity_charge', machineDay);
const hosting = `concat('machine ', machine_id, '|', date)`;
const onHosting = changed('hosting_charge', hosting);
const outageDay = `'outage credit ', outage_credit_id, '|machine ', machine_id`;
const ofOutage = `' or ', ${outageDay}`;
/** A charge that it became is named by its machine and day. */
const adjustment = `concat('correction ', id, ${ofOutage}, ' or correction of machine ', machine_id, '|', date)`;
const onAdjustment = changed('charge_adjustment', adjustment);
const isOfOutage = 'outage_credit_id is not null';
const onCredit = changed('outage_credit', `concat('outage credit ', id)`);
const onCreditBatch = changed('outage_credit_batch', `concat('outage credit ', credit_id)`);
const onStatusCorrection = changed('status_correction', `concat('status correction ', id)`);
const onSuperseded = changed('superseded_status_period', `concat('status correction ', superseded_by)`);
const networkDay = `concat(coin, '|', date)`;
const onNetworkDay = changed('network_day', networkDay);
const onPrice = changed('reference_price', networkDay);
const onReport = changed('pool_report', machineDay);
const onTariff = changed('tariff', `concat('site ', site_id)`);
const ofMachine = `concat('machine ', machine_id)`;
const onTerms = changed('machine_terms', ofMachine);
const isAhead = `effective_from >= '2026-03-15'`;
const onMachine = changed('machine', `concat('machine ', id)`);
const onPeriod = changed('machine_status_period', ofMachine);
const ranInClosedDays = `status = 'RUNNING' and started_at < '2026-03-01'`;
const day = `concat(kind, '|', date)`;
const onDay = changed('day_close', day);
const onBatch = changed('day_close_batch', day);

/** Of the ledger itself, and of what the closes of mining days are computed from and post. */
export const wrongDays: readonly WrongRow[] = [
  onPosting('amount + 1', 'amount = amount + 1'),
  onPosting('amount - 1', 'amount = amount - 1', 'amount > 1'),
  onPosting('amount doubled', 'amount = amount * 2'),
  onPosting(
    'amount of a line between two accounts of the house + 1',
    'amount = amount + 1',
    'debit < 0 and credit < 0',
  ),
  onPosting(
    'customer exchanged on both sides and in the index',
    `debit = case when debit > 0 then debit + 100 else debit end, credit = case when credit > 0 then credit + 100 else credit end,
     customer = customer + 1`,
    customerSide,
  ),
  onPosting('the customer of the record alone', 'customer = customer + 1', 'customer is not null'),
  onPosting(
    'account of the house exchanged',
    `debit = case when debit < 0 then ledger.house_id('CASH', ledger.coin_of(debit)) else debit end,
     credit = case when credit < 0 then ledger.house_id('CASH', ledger.coin_of(credit)) else credit end`,
    `${customerSide} and not debit = ledger.house_id('CASH', ledger.coin_of(debit))`,
  ),
  onPosting(
    'account of the house exchanged between two of its own',
    `credit = ledger.house_id('CASH', ledger.coin_of(credit))`,
    // What the operator takes out by hand is there already.
    `debit < 0 and credit < 0 and credit <> ledger.house_id('CASH', ledger.coin_of(credit))`,
  ),
  onPosting(
    'coin exchanged between two accounts of the house',
    `debit = ledger.house_id(ledger.name_of(debit), 'ETH'), credit = ledger.house_id(ledger.name_of(credit), 'ETH')`,
    `type in ('WITHDRAWAL_PAID', 'WITHDRAWAL_FEE')`,
  ),
  onPosting('sides exchanged', 'debit = credit, credit = debit'),
  onPosting('type', `type = 'TREASURY_MOVE'`, `type <> 'TREASURY_MOVE'`),
  onPosting('date + 1', 'date = date + 1'),
  onPosting('date of an output - 1', 'date = date - 1', `type = 'MINING_OUTPUT'`),
  onPosting('date of electricity - 1', 'date = date - 1', `type in ('ELE_CONSUME_USDT', 'ELE_CONSUME_BTC')`),
  onPosting('machine', 'source_id = source_id + 1', 'source_id is not null'),
  onPosting('balance after it', 'credit_after = credit_after + 1', 'credit_after is not null'),
  dropped('ledger.posting', posting),
  {
    ...dropped('ledger.posting', posting, 'debit < 0 and credit < 0'),
    name: 'a line between two accounts of the house dropped',
  },
  added(
    'doubled',
    'ledger.posting',
    'transfer_id, line, debit, credit, customer, type, amount, debit_after, credit_after, date, source_id',
    'transfer_id, line + 1000, debit, credit, customer, type, amount, debit_after, credit_after, date, source_id',
    posting,
  ),
  onTransfer('kind', `kind = 'deposit'`, `kind <> 'deposit'`),
  onTransfer('key', `key = 'x' || key`),
  onTransfer('business date + 1', 'business_date = business_date + 1'),
  onTransfer('time of posting a day earlier', `posted_at = posted_at - interval '1 day'`),
  onTransfer('what it corrects', 'corrects = corrects - 1', 'corrects is not null'),
  onTransfer('corrects something', 'corrects = 1', 'corrects is null and id > 1'),
  onTransfer('the deposit that it says', `source_id = '9' || source_id`, 'source_id is not null'),
  onTransfer(
    'hash of the input',
    `input_hash = sha256('x')`,
    `kind in ('machine-output', 'electricity', 'coin-up-interest')`,
  ),
  dropped('ledger.transfer', transfer),
  changed('ledger.balance', account)('posted + 1', 'posted = posted + 1', 'not closed'),
  changed('ledger.balance', account)('held + 1', 'held = held + 1', 'posted > held'),
  dropped('ledger.balance', account, 'posted > 0'),
  onHold('amount + 1', 'amount = amount + 1', 'released_at is null'),
  onHold('amount of a released one + 1', 'amount = amount + 1', 'released_at is not null'),
  onHold('another account', 'account = account + 100', 'account > 0'),
  onHold(
    'account of a released one',
    `account = ledger.house_id('INTEREST_FUND', 'USDT')`,
    `released_at is not null and account <> ledger.house_id('INTEREST_FUND', 'USDT')`,
  ),
  onHold('open again', 'released_at = null', 'released_at is not null'),
  onHold('released', 'released_at = placed_at', 'released_at is null'),
  onHold('key', `key = 'x' || key`, 'released_at is not null'),
  dropped('ledger.hold', hold, 'released_at is not null'),

  onOutput('another customer', other('customer_id')),
  onOutput('gross and fee + 1', 'gross = gross + 1, pool_fee = pool_fee + 1'),
  onOutput('gross and net + 1', 'gross = gross + 1, net = net + 1'),
  onOutput('net - 1', 'net = net - 1, pool_fee = pool_fee + 1'),
  onOutput('reported gross + 1', 'gross = gross + 1, pool_fee = pool_fee + 1', `coin <> 'BTC'`),
  onOutput('seconds', 'running_seconds = running_seconds - 1', 'running_seconds > 0'),
  onOutput('seconds of an epoch', 'epoch_seconds[1] = epoch_seconds[1] - 1', `coin = 'BTC'`),
  onOutput('hashrate', 'hashrate = hashrate + 1'),
  onOutput('pool fee rate', 'pool_fee_rate = pool_fee_rate + 0.01', `coin = 'BTC'`),
  onOutput('coin', `coin = 'ETH'`, `coin = 'BTC'`),
  onOutput('date', `date = date + 400`),
  dropped('machine_output', machineDay),
  added(
    'doubled on another day',
    'machine_output',
    'machine_id, date, coin, customer_id, hashrate, running_seconds, epoch_seconds, pool_fee_rate, gross, pool_fee, net',
    'machine_id, date - 400, coin, customer_id, hashrate, running_seconds, epoch_seconds, pool_fee_rate, gross, pool_fee, net',
    machineDay,
  ),
  changed('output_total', `concat('customer ', customer_id, ' ', coin)`)('net + 1', 'net = net + 1'),
  onCharge('amount and owed + 1', 'amount = amount + 1, owed = owed + 1'),
  onCharge('paid in coin + 1', 'paid_btc = paid_btc + 1', 'paid_btc > 0'),
  onCharge('what the coin covers + 1', 'paid_output_usdt = paid_output_usdt + 1, amount = amount + 1', 'paid_btc > 0'),
  onCharge(
    'paid and owed exchanged',
    'owed = paid_prepaid, paid_prepaid = 0',
    'paid_prepaid > 0 and owed = 0 and paid_promotion = 0',
  ),
  onCharge('taken off without a correction', 'waived = owed, owed = 0', 'owed > 0'),
  onCharge(
    'paid by coin what prepaid money paid',
    'paid_output_usdt = paid_output_usdt + paid_prepaid, paid_prepaid = 0',
    'paid_prepaid > 0 and paid_promotion = 0',
  ),
  changed('electricity_charge', `concat('customer ', customer_id)`)(
    'promotion zeroed',
    'paid_promotion = 0',
    'paid_promotion > 0',
  ),
  onCharge('another customer', other('customer_id')),
  onCharge('name of the machine', `machine_no = machine_no || 'x'`),
  onCharge('coin', `coin = 'ETH'`, `coin = 'BTC'`),
  onCharge('seconds', 'running_seconds = running_seconds - 1', 'running_seconds > 0'),
  onCharge('power', 'power_watts = power_watts + 1'),
  onCharge('price', 'price = price + 0.001'),
  onCharge('date', 'date = date + 400'),
  dropped('electricity_charge', machineDay),
  dropped('hosting_charge', hosting),
  onHosting('amount and owed + 1', 'amount = amount + 1, owed = owed + 1'),
  onHosting('paid and owed exchanged', 'owed = paid_prepaid, paid_prepaid = 0', 'paid_prepaid > 0'),
  onHosting('day of the close', 'date = date - 1'),
  onHosting('days', 'days = days - 1, last_day = last_day - 1', 'days > 1'),
  onHosting('monthly fee', 'monthly_fee = monthly_fee + 1000'),
  onHosting('another customer', other('customer_id')),
  onHosting(
    'month',
    `month = (month - interval '1 year')::date, first_day = (first_day - interval '1 year')::date, last_day = (last_day - interval '1 year')::date`,
  ),
  onAdjustment('amount', 'adjusted_amount = adjusted_amount + 1', 'adjusted_amount > 0'),
  onAdjustment('moved - 1', 'moved = moved - 1', 'moved > 0'),
  onAdjustment('charge + 1', 'amount = amount + 1, owed = owed + 1'),
  onAdjustment('another customer', other('customer_id')),
  onAdjustment('another machine', 'machine_id = (select min(id) from machine where id <> machine_id)'),
  onAdjustment('day that was wrong', 'about_date = about_date - 1'),
  onAdjustment('day of the correction', 'date = date + 1'),
  onAdjustment(
    'what was wrong',
    `adjusted = case adjusted when 'output' then 'electricity' else 'output' end`,
    `adjusted_coin <> 'USDT'`,
  ),
  onAdjustment('coin', `adjusted_coin = 'ETH'`, `adjusted_coin = 'BTC'`),
  onAdjustment('key', `key = 'x' || key`),
  dropped('charge_adjustment', `concat('correction ', id, ' or correction of key ', key, ${ofOutage})`),
  onAdjustment(
    'amount of an outage',
    'adjusted_amount = adjusted_amount + 1, moved = moved + 1',
    `${isOfOutage} and moved > 0`,
  ),
  onAdjustment(
    'amount of an output of an outage',
    'adjusted_amount = adjusted_amount - 1, moved = moved - 1',
    `${isOfOutage} and moved < 0`,
  ),
  onAdjustment('moved of an outage', 'moved = moved + 1', `${isOfOutage} and moved < 0`),
  onAdjustment('reason of an outage', `reason = reason || 'x'`, isOfOutage),
  onAdjustment('time of an outage', `adjusted_at = adjusted_at - interval '1 hour'`, isOfOutage),
  onAdjustment('credit of an outage', 'outage_credit_id = null', isOfOutage),
  onAdjustment('outage of none', 'outage_credit_id = (select min(id) from outage_credit)', 'outage_credit_id is null'),
  {
    ...dropped('charge_adjustment', `concat(${outageDay})`, isOfOutage),
    name: 'of an outage dropped',
  },
  onCredit('began earlier', `from_at = from_at - interval '1 hour'`),
  onCredit('ended later', `to_at = to_at + interval '1 hour'`),
  onCredit('outputs stay', 'keeps_output = not keeps_output'),
  onCredit('site', 'site_id = (select min(id) from site where id <> site_id)'),
  onCredit('reason', `reason = reason || 'x'`),
  onCredit('time', `credited_at = credited_at - interval '1 day'`),
  dropped('outage_credit', `concat('outage credit ', id)`),
  onCreditBatch('transfer', 'transfer_id = 1', 'transfer_id is not null'),
  onCreditBatch('customers', 'last_customer = first_customer - 1, first_customer = 0', 'transfer_id is not null'),
  onCreditBatch('time', `finished_at = finished_at - interval '1 hour'`),
  onCreditBatch('open again', 'finished_at = null, transfer_id = null', 'transfer_id is not null'),
  dropped('outage_credit_batch', `concat('outage credit ', credit_id)`, 'transfer_id is not null'),
  changed('electricity_account', `concat('customer ', customer_id)`)(
    'promotion zeroed',
    'promo_remaining = 0',
    'promo_remaining > 0',
  ),
  changed('electricity_account', `concat('customer ', customer_id)`)(
    'promotion + 1',
    'promo_remaining = promo_remaining + 1',
  ),

  onNetworkDay('subsidies + 1', 'subsidy_sum = subsidy_sum + 1'),
  onNetworkDay('fees + 1', 'fee_sum = fee_sum + 1'),
  onNetworkDay('blocks + 1', 'blocks = blocks + 1'),
  onNetworkDay('difficulty', `epochs = jsonb_set(epochs, '{0,difficulty}', '"1"')`),
  dropped('network_day', networkDay),
  onPrice('+ 1', 'usdt = usdt + 1'),
  {
    name: 'two days exchanged',
    table: 'reference_price',
    columns: ['usdt'],
    sql: (
      chosen,
    ) => `with chosen as (select coin, date from reference_price where ${chosen('reference_price', `date < '2026-03-05' and coin = 'BTC'`)})
      update reference_price p set usdt = (select usdt from reference_price q where q.coin = p.coin and q.date = case when p.date = chosen.date then chosen.date + 1 else chosen.date end)
      from chosen where p.coin = chosen.coin and p.date in (chosen.date, chosen.date + 1) returning concat(p.coin, '|', p.date) as row`,
  },
  dropped('reference_price', networkDay),
  onReport('gross + 1', 'gross = gross + 1'),
  onReport('fee + 1', 'pool_fee = pool_fee + 1', 'gross > pool_fee'),
  changed('pool_report', `concat('machine ', machine_id, '|', date + 400)`)('day', 'date = date - 400'),
  dropped('pool_report', machineDay),
  onTariff('price', 'price = price + 0.001'),
  {
    name: 'version in a closed day',
    table: 'tariff',
    columns: [],
    sql: (chosen) => `insert into tariff (site_id, name, effective_from, price)
      select site_id, name, '2026-02-20', price + 0.01 from tariff where ${chosen('tariff', `site_id in (select site_id from machine_terms where effective_from < '2026-02-20')`)}
      returning concat('site ', site_id, ' or 2026-02-2') as row`,
  },
  dropped('tariff', `concat('site ', site_id)`),
  onTariff('price of an open day', 'price = price + 0.001', isAhead),
  { ...dropped('tariff', `concat('site ', site_id)`, isAhead), name: 'of an open day dropped' },
  onTerms('hashrate', 'hashrate = hashrate + 1', `effective_from < '2026-03-01'`),
  onTerms('power', 'power_watts = power_watts + 1', `effective_from < '2026-03-01'`),
  onTerms('pool fee', 'pool_fee_rate = pool_fee_rate + 0.01', `effective_from < '2026-03-01'`),
  onTerms('hosting fee', 'hosting_fee_monthly = hosting_fee_monthly + 31000', 'hosting_fee_monthly > 0'),
  onTerms('owner', other('customer_id'), `effective_from < '2026-03-01'`),
  onTerms('site', 'site_id = (select min(id) from site where id <> site_id)', `effective_from < '2026-03-01'`),
  onTerms('first day', 'effective_from = effective_from + 3', `effective_from < '2026-03-01'`),
  {
    name: 'version in a closed day',
    table: 'machine_terms',
    columns: ['effective_to'],
    sql: (
      chosen,
    ) => `with chosen as (select * from machine_terms where ${chosen('machine_terms', `effective_from < '2026-02-18'`)}),
      ended as (update machine_terms t set effective_to = '2026-02-20' from chosen where t.machine_id = chosen.machine_id and t.effective_from = chosen.effective_from)
      insert into machine_terms select machine_id, '2026-02-20', effective_to, customer_id, site_id, tariff_name, hashrate + 1, power_watts, pool_fee_rate, hosting_fee_monthly, end_time, on_site_from, recorded_at
      from chosen returning ${ofMachine} as row`,
  },
  dropped('machine_terms', ofMachine, `effective_from < '2026-03-01'`),
  onTerms('hashrate of an open day', 'hashrate = hashrate - 1', isAhead),
  onTerms('power of an open day', 'power_watts = power_watts + 1', isAhead),
  onTerms('pool fee of an open day', 'pool_fee_rate = pool_fee_rate + 0.01', isAhead),
  onTerms('owner of an open day', other('customer_id'), isAhead),
  onTerms('person of an open day', `recorded_by = 'staff:other'`, isAhead),
  onTerms('time of an open day', `recorded_at = recorded_at - interval '1 hour'`, isAhead),
  onTerms('says more than was set', `fields = fields || '{power_watts}'`, isAhead),
  onTerms('first day of hosting of an open day', `on_site_from = '2026-03-25'`, isAhead),
  onTerms(
    'first day of hosting of a machine that was brought in',
    `on_site_from = '2026-04-01'`,
    `recorded_by = 'import'`,
  ),
  { ...dropped('machine_terms', ofMachine, isAhead), name: 'of an open day dropped' },
  onMachine('hashrate', 'hashrate = hashrate + 1'),
  onMachine('owner', other('customer_id')),
  onPeriod('began later', `started_at = started_at + interval '1 hour'`, ranInClosedDays),
  onPeriod(
    'ended later',
    `ended_at = ended_at + interval '1 hour'`,
    `ended_at is not null and status = 'RUNNING' and ended_at < '2026-03-09'`,
  ),
  onPeriod('status', `status = 'SUSPEND'`, ranInClosedDays),
  dropped('machine_status_period', ofMachine, ranInClosedDays),
  onPeriod('reason of a status that was dated back', `reason = reason || 'x'`, 'correction_id is not null'),
  onPeriod(
    'time of a status that was dated back',
    `recorded_at = recorded_at - interval '1 day'`,
    'correction_id is not null',
  ),
  onStatusCorrection('began earlier', `from_at = from_at - interval '1 hour'`),
  onStatusCorrection('ended later', `to_at = to_at + interval '1 hour'`),
  onStatusCorrection('status', `status = 'SUSPEND'`, `status = 'REPAIR'`),
  onStatusCorrection('site', 'site_id = (select min(id) from site where id <> site_id)'),
  onStatusCorrection('machines', 'machines = machines + 1'),
  onStatusCorrection('person', `recorded_by = 'staff:other'`),
  onStatusCorrection('reason', `reason = reason || 'x'`),
  dropped('status_correction', `concat('status correction ', id)`),
  onSuperseded('status', `status = 'SUSPEND'`, `status = 'RUNNING'`),
  onSuperseded('began later', `started_at = started_at + interval '1 hour'`),
  dropped('superseded_status_period', `concat('status correction ', superseded_by)`),
  onDay('inputs', `inputs = jsonb_set(inputs, '{network,blocks}', '1')`, `kind = 'mining'`),
  onDay('rate of the savings', `inputs = jsonb_set(inputs, '{ratesPpm,BTC}', '1')`, `kind = 'coin-up'`),
  onDay('seal', `seal = sha256('x')`),
  dropped('day_close', day, `date < '2026-03-01'`),
  onBatch(
    'transfer of the outputs',
    `result = jsonb_set(result, '{outputTransfer}', '"1"')`,
    `stage = 'post' and kind = 'mining'`,
  ),
  onBatch('range of customers', 'last_customer = first_customer', `stage = 'post' and kind = 'mining'`),
  dropped('day_close_batch', day, `stage = 'post'`),
];
