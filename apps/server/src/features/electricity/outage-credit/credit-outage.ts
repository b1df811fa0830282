import { lockBalances } from '@lode/ledger';
import type { Coin } from '@lode/money';
import { findDaysElsewhere } from '../../../platform/books/sealed-days.ts';
import { type Database, execute, many, type Queryable, type Transaction } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';
import { lockRefundable } from '../../../platform/house-account/revenue.ts';
import type { AlertPorts } from '../../../platform/log/alerts.ts';
import type { Sentence } from '../../../platform/sentence.ts';
import type { Authority } from '../../../platform/staff/authority.ts';
import type { AdjustPorts } from '../adjust-charge.ts';
import { notifyOwed } from '../notify-owed.ts';
import { lockPayingAccounts, payOwed } from '../pay-owed.ts';
import { dayElsewhere, priceMissing } from '../sentences.zh.ts';
import { type Correction, dueAmounts, dueByCustomer, priceKey, refundOf, takeBackOf } from './corrections.ts';
import {
  type CreditBatch,
  countBatches,
  finishBatch,
  finishCredit,
  insertOutageCredit,
  type OutageCredit,
  planRanges,
  readCredit,
  readOpenCredits,
  readScopeName,
  takeBatch,
} from './credit.store.ts';
import { type ClosedDay, type DueRow, type OutageWindow, readDays, readDue } from './due.store.ts';
import { insertOmissions } from './omissions.store.ts';
import { type CustomerCredit, outageNotice, scopeInWords } from './outage-notice.zh.ts';
import { postCorrections, walletOf } from './post-corrections.ts';
import { revenueShort } from './sentences.zh.ts';
import { firstDayOf, lastDayOf } from './window-days.ts';

/** About how many machine days one transaction corrects. */
const usualMachineDays = 1000;

export interface CreditDeps {
  database: Database;
  ports: AdjustPorts;
  machineDaysPerBatch?: number;
  /** Named places at which a test ends the process. */
  readonly failpoint?: (point: string) => void;
}

/** Why a batch was rolled back; the rest goes on later by itself. */
export class CannotCredit extends Error {
  override readonly name = 'CannotCredit';
  readonly reason: Sentence;
  constructor(reason: Sentence) {
    super(reason.en);
    this.reason = reason;
  }
}

export interface NewCredit extends OutageWindow {
  keepsOutput: boolean;
  reason: string;
  authority: Authority;
  now: Date;
}

/**
 * Writes down the credit with its batches, once: what two people agreed to is then carried out by this process or by a later one. Null: the same
 * outage was credited before.
 */
export function beginCredit(
  { database, ports, machineDaysPerBatch = usualMachineDays }: CreditDeps,
  credit: NewCredit,
): Promise<bigint | null> {
  const { siteId, machineId, from, to, keepsOutput, reason, authority, now } = credit;
  const approver = authority.approver?.name;
  if (approver === undefined) throw new Error('an outage is credited by two people');
  return database.transaction(async (dbTx) => {
    const ranges = await planRanges(dbTx, credit, {
      first: firstDayOf(credit),
      last: lastDayOf(credit),
      machineDays: machineDaysPerBatch,
    });
    const by = `staff:${authority.by.name}`;
    const id = await insertOutageCredit(
      dbTx,
      { siteId, machineId, from, to, keepsOutput, reason, by, approvedBy: `staff:${approver}`, at: now },
      ranges,
    );
    if (id === null) return null;
    await ports.recordAudit(dbTx, {
      at: now,
      authority,
      action: 'outage:credit',
      subject: siteId === null ? `machine ${machineId}` : `site ${await readScopeName(dbTx, credit)}`,
      reason,
      detail: {
        credit: String(id),
        from: from.toISOString(),
        to: to.toISOString(),
        keepsOutput: String(keepsOutput),
      },
    });
    return id;
  });
}

/**
 * Carries out what is left of a credit, batch by batch, each in one transaction: also after a kill, and with several processes. Throws
 * `CannotCredit` when a batch has to wait.
 */
export async function carryOutCredit(deps: CreditDeps, creditId: bigint, clock: () => Date): Promise<void> {
  const { database, failpoint = () => undefined } = deps;
  const credit = await readCredit(database, creditId);
  const days = await readDays(database, firstDayOf(credit), lastDayOf(credit));
  const scope = scopeInWords(credit, await readScopeName(database, credit));
  for (let isMore = true; isMore; ) {
    isMore = await database.transaction(async (dbTx) => {
      const batch = await takeBatch(dbTx, creditId);
      if (!batch) return (await countBatches(dbTx, creditId)).left > 0;
      await creditBatch(dbTx, deps, { credit, days, scope, batch, at: clock() });
      failpoint('outage-credit:before-commit');
      return true;
    });
    failpoint('outage-credit:committed');
  }
  await finishCredit(database, creditId, clock());
}

const alertKind = 'outage-credit-waits';

/** For the tick: credits whose command was killed, or that had to wait. One that still waits is an alert, and stops no other. */
export async function carryOutOpenCredits(deps: CreditDeps, alerts: AlertPorts, now: Date): Promise<void> {
  const { database } = deps;
  for (const { id } of await readOpenCredits(database)) {
    const subject = `outage credit ${id}`;
    try {
      await carryOutCredit(deps, id, () => now);
      await alerts.resolveAlert(database, alertKind, subject, now);
    } catch (error) {
      if (!(error instanceof CannotCredit)) throw error;
      const alert = { kind: alertKind, subject, message: `${subject} waits: ${error.message}` };
      if (await alerts.raiseAlert(database, alert, now)) alerts.announceAlert(alert);
    }
  }
}

const owners = query(
  'electricity.outage-owners',
  `select distinct customer_id as id from machine_terms
   where customer_id between $1 and $2 and (machine_id = $3 or site_id = $4) and effective_from <= $6 and effective_to > $5 order by id`,
).as<{ id: bigint }>();

/** The corrections of the batches before make the table grow: a plan that was kept from an empty one reads all of it for each machine. */
const planAnew = query(
  'electricity.plan-outage-anew',
  `select set_config('plan_cache_mode', 'force_custom_plan', true)`,
);

interface BatchRun {
  credit: OutageCredit;
  days: readonly ClosedDay[];
  scope: string;
  batch: CreditBatch;
  at: Date;
}

async function creditBatch(dbTx: Transaction, { ports }: CreditDeps, run: BatchRun): Promise<void> {
  const { credit, days, scope, batch, at } = run;
  const { id: creditId, keepsOutput, reason } = credit;
  const { first, last, number } = batch;
  const month = await findDaysElsewhere(dbTx, firstDayOf(credit), lastDayOf(credit));
  if (month !== null) throw new CannotCredit(dayElsewhere(month, month));
  await execute(dbTx, planAnew);
  const range = [first, last, credit.machineId, credit.siteId, firstDayOf(credit), lastDayOf(credit)];
  const customers = (await many(dbTx, owners, range)).map(({ id }) => id);
  await lockPayingAccounts(dbTx, customers);
  const due = await readDue(dbTx, { first, last, window: credit, keepsOutput, days, creditId });
  // Their accounts are locked: no customer leaves until this transaction ends.
  const rows = due.filter(({ hasLeft }) => !hasLeft);
  const left = due.filter(({ hasLeft }) => hasLeft);
  await insertOmissions(dbTx, creditId, dueByCustomer(withDue(left, days)));
  const corrections = await correctionsOf(dbTx, rows, days);
  await refuseBeyondRevenue(dbTx, corrections);
  const transferId = await postCorrections(dbTx, corrections, { creditId, number, reason, at });
  const relieved = new Set(corrections.filter(({ waived }) => waived > 0n).map(({ customerId }) => customerId));
  if (relieved.size > 0) await ports.leaveArrear(dbTx, [...relieved], at);
  const corrected = [...new Set(corrections.map(({ customerId }) => customerId))];
  if (corrected.length > 0) await payOwed(dbTx, ports, corrected, at);
  if (corrections.some(({ becomesCharge }) => becomesCharge > 0n))
    await notifyOwed(dbTx, ports, { range: { first, last }, at });
  const words = { scope, from: credit.from, to: credit.to, reason };
  await ports.queueNotices(
    dbTx,
    creditsByCustomer(rows, corrections).map((one) => ({ to: one.account, text: outageNotice(words, one) })),
  );
  await finishBatch(dbTx, { creditId, number, at, transferId });
}

function withDue(rows: readonly DueRow[], days: readonly ClosedDay[]) {
  const networks = new Map(days.map(({ date, network }) => [date, network]));
  return rows.map((row) => ({ row, ...dueAmounts(row, networks.get(row.date) ?? null) }));
}

/** Refunds of a customer come first, so that they pay for what is taken back. */
async function correctionsOf(
  dbTx: Transaction,
  rows: readonly DueRow[],
  days: readonly ClosedDay[],
): Promise<Correction[]> {
  const due = withDue(rows, days);
  const prices = await readPrices(dbTx, days);
  const refunds = due.flatMap(({ row, electricity }) => refundOf(row, electricity, prices));
  const accounts = [...new Set(due.map(({ row }) => walletOf(row.customerId, 'BTC')))];
  const locked = await lockBalances(dbTx, accounts);
  const available = new Map(accounts.map((account) => [account, locked.get(account)?.available ?? 0n]));
  const add = (account: bigint, amount: bigint) => available.set(account, (available.get(account) ?? 0n) + amount);
  for (const { coin, customerId, moved } of refunds) if (coin === 'BTC') add(walletOf(customerId, coin), moved);
  const takenBack = due.flatMap(({ row, output }) => {
    if (output <= 0n) return [];
    const account = walletOf(row.customerId, 'BTC');
    const price = prices.get(priceKey('BTC', row.date));
    if (price === undefined) throw new CannotCredit(priceMissing('BTC', row.date));
    const correction = takeBackOf(row, output, { available: available.get(account) ?? 0n, price });
    add(account, correction.moved);
    return [correction];
  });
  return [...refunds, ...takenBack];
}

const pricesOfDays = query(
  'electricity.outage-prices',
  'select coin, date, usdt from reference_price where date between $1 and $2',
).as<{ coin: string; date: string; usdt: bigint }>();

async function readPrices(db: Queryable, days: readonly ClosedDay[]): Promise<Map<string, bigint>> {
  const [first, last] = [days[0]?.date, days.at(-1)?.date];
  const rows = await many(db, pricesOfDays, [first, last]);
  return new Map(rows.map(({ coin, date, usdt }) => [priceKey(coin, date), usdt]));
}

/** Revenue pays more than refunds, COIN UP's fund for one; it never goes below zero. */
async function refuseBeyondRevenue(dbTx: Transaction, corrections: readonly Correction[]): Promise<void> {
  const needed = new Map<Coin, { all: bigint; own: bigint }>();
  for (const { adjusted, coin, moved, promotion } of corrections) {
    if (adjusted !== 'electricity') continue;
    const { all, own } = needed.get(coin) ?? { all: 0n, own: 0n };
    needed.set(coin, { all: all + moved, own: own + moved - promotion });
  }
  // In one order, as every debit of several coins: two batches never wait for each other.
  for (const [coin, { all, own }] of [...needed].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (all === 0n) continue;
    const { balance, money } = await lockRefundable(dbTx, 'ELECTRICITY_REVENUE', coin);
    if (all > balance || own > money) throw new CannotCredit(revenueShort(coin));
  }
}

function creditsByCustomer(rows: readonly DueRow[], corrections: readonly Correction[]): CustomerCredit[] {
  const accounts = new Map(rows.map(({ customerId, account }) => [customerId, account]));
  const byCustomer = new Map<bigint, Correction[]>();
  for (const correction of corrections)
    byCustomer.set(correction.customerId, [...(byCustomer.get(correction.customerId) ?? []), correction]);
  return [...byCustomer].map(([customerId, own]) => {
    const electricity = new Map<Coin, bigint>();
    let output = 0n;
    for (const { adjusted, coin, amount } of own)
      if (adjusted === 'output') output -= amount;
      else electricity.set(coin, (electricity.get(coin) ?? 0n) + amount);
    const machines = new Set(own.map(({ machineId }) => machineId)).size;
    return { account: accounts.get(customerId) ?? '', machines, electricity, output };
  });
}
