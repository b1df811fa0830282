import type { Data } from '@lode/contract';
import { many, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';

export type LedgerType = Data<'ledgerPage'>['records'][number]['type'];

/** What a movement can be recomputed from. */
export interface Evidence {
  date: string;
  machineId: bigint | null;
  machineNo: string | null;
  /** Of the day's charge that an electricity row paid; null for everything else. */
  runningSeconds: number | null;
  powerWatts: number | null;
  price: string | null;
  /** Micro-USDT for one coin: what an electricity row paid from output was converted at. */
  rate: bigint | null;
  /** Of an outage, where it was corrected. */
  reason: string | null;
}

/** One posting with what explains it. Amounts in minor units of the coin of its accounts. */
export interface LedgerRow extends Evidence {
  transferId: bigint;
  line: number;
  type: LedgerType;
  debit: bigint;
  credit: bigint;
  amount: bigint;
  debitAfter: bigint | null;
  creditAfter: bigint | null;
  time: Date;
}

/**
 * Bounds stand in the condition as values, never as "or is null": so the index walks straight to a page, however deep.
 * Interest has a list of its own beside COIN UP, outputs beside the machines.
 */
const records = (condition: string) => `
  with page as (
    select * from ledger.posting
    where customer = $1 and type <> 'MINING_OUTPUT' and type <> 'INTEREST' and ${condition}
    order by transfer_id desc, line desc limit $2 offset $3
  )
  select page.transfer_id as "transferId", page.line, page.type, page.debit, page.credit, page.amount,
    page.debit_after as "debitAfter", page.credit_after as "creditAfter", page.date, transfer.posted_at as time,
    machine.id as "machineId", machine.machine_no as "machineNo", charge.running_seconds as "runningSeconds", charge.power_watts as "powerWatts",
    trim_scale(charge.price)::text as price, reference_price.usdt as rate, outage_credit.reason
  from page
  join ledger.transfer on transfer.id = page.transfer_id
  left join machine on machine.id = page.source_id
    and exists (select from machine_terms terms where terms.machine_id = machine.id and terms.customer_id = $1)
  left join electricity_charge charge
    on charge.machine_id = page.source_id and charge.date = page.date and page.type in (${electricityTypes})
  left join outage_credit_batch on outage_credit_batch.transfer_id = page.transfer_id
  left join outage_credit on outage_credit.id = credit_id
  left join reference_price
    on reference_price.coin = ledger.coin_of(page.debit) and reference_price.date = page.date
    and page.type in (${electricityTypes}) and page.type <> 'ELE_CONSUME_USDT'
  order by page.transfer_id desc, page.line desc`;

const electricityTypes = `'ELE_CONSUME_USDT', 'ELE_CONSUME_BTC', 'ELE_CONSUME_ETH', 'ELE_CONSUME_DOGE'`;

const ofAllTypes = query(
  'wallet.ledger-page',
  records('date between $4 and $5 and (transfer_id, line) < ($6, $7)'),
).as<LedgerRow>();
/** Electricity, hosting, and their corrections: most of what a customer with machines has, so the walk passes over little. */
const ofElectricity = query(
  'wallet.ledger-page-of-electricity',
  records(
    `date between $4 and $5 and (transfer_id, line) < ($6, $7) and type in (${electricityTypes}, 'HOSTING_FEE', 'ADJUST_ELE')`,
  ),
).as<LedgerRow>();
const ofOneType = query(
  'wallet.ledger-page-of-type',
  records('date between $4 and $5 and (transfer_id, line) < ($6, $7) and type = $8::ledger.posting_type'),
).as<LedgerRow>();

export interface LedgerFilter {
  type?: LedgerType;
  /** Without a type. */
  group?: 'ELECTRICITY';
  from?: string;
  to?: string;
}

export interface LedgerPlace {
  after: readonly [transferId: string, line: string] | null;
  limit: number;
  offset: number;
}

const beyondAllTransfers = ['9223372036854775807', '0'] as const;

export function readLedger(
  db: Queryable,
  customerId: bigint,
  { type, group, from = '-infinity', to = 'infinity' }: LedgerFilter,
  { after, limit, offset }: LedgerPlace,
): Promise<LedgerRow[]> {
  const values = [customerId, limit, offset, from, to, ...(after ?? beyondAllTransfers)];
  if (type) return many(db, ofOneType, [...values, type]);
  return many(db, group ? ofElectricity : ofAllTypes, values);
}

const oneRecord = query('wallet.ledger-record', records('transfer_id = $4 and line = $5')).as<LedgerRow>();

/** The one record, or nothing when it is another customer's. */
export function readLedgerRecord(
  db: Queryable,
  customerId: bigint,
  transferId: bigint,
  line: number,
): Promise<LedgerRow[]> {
  return many(db, oneRecord, [customerId, 1, 0, transferId, line]);
}
