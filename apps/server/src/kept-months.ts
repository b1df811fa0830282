import { keptMonths, type Month } from '@lode/ledger';
import { coins } from '@lode/money';
import { readNewestRun, whyStopped } from './features/books/books.slice.ts';
import { findStaff, recordAudit } from './features/staff/staff.slice.ts';
import { sealedDays } from './platform/books/sealed-days.ts';
import type { Database, Transaction } from './platform/db/database.ts';

const steps = ['seal', 'detach', 'attach'] as const;

export interface MonthStep {
  step: (typeof steps)[number];
  /** Transfers and postings, or outputs, charges and interest by their dates. */
  of: 'ledger' | 'days';
  month: Month;
  /** The ADMIN who is named in the audit line. */
  by: string;
}

/** `--seal-month 2026-10 --by NAME`, `--seal-days 2026-10 --by NAME` and the like; null for anything else. */
export function readMonthStep(args: readonly string[]): MonthStep | null {
  const [option = '', given = '', byOption, by = ''] = args;
  const of = option.endsWith('-days') ? 'days' : 'ledger';
  const step = steps.find((name) => option === `--${name}-${of === 'days' ? 'days' : 'month'}`);
  const isFirst = given === 'first' && of === 'ledger';
  const isMonth = isFirst || /^20\d\d-(0[1-9]|1[0-2])$/.test(given);
  if (!step || !isMonth || byOption !== '--by' || by === '' || args.length !== 4) return null;
  return { step, of, month: isFirst ? '-infinity' : `${given}-01`, by };
}

/** As the owner of the tables, with an audit line; throws, and nothing is changed, where the step is not due. Resolves with what it did. */
export function moveMonth(owner: Database, { step, of, month, by }: MonthStep, now: Date): Promise<string> {
  return owner.transaction(async (dbTx) => {
    const member = await findStaff(dbTx, by);
    if (member?.role !== 'ADMIN' || member.status !== 'ACTIVE') throw new Error(`${by} is no active ADMIN`);
    const done = await (of === 'days' ? takeDays : takeMonth)(dbTx, step, month, now);
    await recordAudit(dbTx, {
      at: now,
      authority: { by: member, approver: null },
      action: of === 'days' ? `days:${step}-month` : `ledger:${step}-month`,
      subject: `month ${month}`,
      reason: done,
    });
    return `${done}\n`;
  });
}

type Take = (dbTx: Transaction, step: MonthStep['step'], month: Month, now: Date) => Promise<string>;

const takeMonth: Take = async (dbTx, step, month, now) => {
  if (step === 'detach') {
    await keptMonths.detach(dbTx, month, now);
    return `${month} is in the schema archive; what it moved is carried forward`;
  }
  if (step === 'attach') {
    await sealedDays.comeBeforePostings(dbTx, month);
    await keptMonths.attach(dbTx, month);
    return `${month} is back, as it was sealed`;
  }
  await refuseDifferences(dbTx, now);
  const seal = await keptMonths.seal(dbTx, month, now);
  return `${month} is sealed: ${seal.toString('hex')}`;
};

const takeDays: Take = async (dbTx, step, month, now) => {
  if (step === 'detach') {
    await sealedDays.detach(dbTx, month, now);
    return `the days of ${month} are in the schema archive; what they brought is carried forward`;
  }
  if (step === 'attach') {
    await sealedDays.attach(dbTx, month);
    return `the days of ${month} are back, as they were sealed`;
  }
  await refuseDifferences(dbTx, now);
  const seal = await sealedDays.seal(dbTx, month, now);
  return `the days of ${month} are sealed: ${seal.toString('hex')}`;
};

/** What differs now would be sealed with the month. */
async function refuseDifferences(dbTx: Transaction, now: Date): Promise<void> {
  const run = await readNewestRun(dbTx);
  for (const coin of coins) {
    const difference = whyStopped(run, coin, now);
    if (difference !== null) throw new Error(`the books of ${coin} are not known to balance: ${difference}`);
  }
}
