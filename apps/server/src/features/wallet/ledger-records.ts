import type { Data } from '@lode/contract';
import { coinOfAccount, nameOfAccount } from '@lode/ledger';
import { divTowardsZero, formatAmount, formatShortest } from '@lode/money';
import type { Evidence, LedgerRow } from './ledger-records.store.ts';
import { recordTitles, titleOf } from './texts.ts';

type LedgerRecord = Data<'ledgerPage'>['records'][number];

export function ledgerRecord(row: LedgerRow): LedgerRecord {
  const coin = coinOfAccount(row.debit);
  const isTaken = isTakenFromWallet(row);
  const after = isTaken ? row.debitAfter : row.creditAfter;
  const amount = isTaken ? -row.amount : row.amount;
  if (after === null) throw new Error(`posting ${row.transferId}-${row.line} tells no balance of its customer`);
  return {
    id: ledgerRecordId(row),
    type: row.type,
    coin,
    amount: formatAmount(amount, coin),
    balanceAfter: formatAmount(after, coin),
    time: row.time.toISOString(),
    title: titleOf(recordTitles, row.type, amount),
    ...evidenceOf(row),
  };
}

/** What a movement can be recomputed from. */
export function evidenceOf(row: Evidence) {
  return {
    machineId: row.machineId === null ? null : String(row.machineId),
    machineNo: row.machineNo,
    date: row.date,
    kwh: kilowattHours(row.powerWatts, row.runningSeconds),
    price: row.price,
    rate: row.rate === null ? null : formatShortest(row.rate, 6),
    reason: row.reason,
  };
}

/**
 * Whether the customer sees the movement as a minus. House accounts are negative. Between two accounts of the customer's
 * own the wallet's point of view counts: into the savings is a minus, out of them a plus.
 */
export function isTakenFromWallet({ debit, credit }: Pick<LedgerRow, 'debit' | 'credit'>): boolean {
  if (debit < 0n) return false;
  return credit < 0n || isWalletAccount(debit);
}

function isWalletAccount(account: bigint): boolean {
  const name = nameOfAccount(account);
  return name === 'OUTPUT_ACCOUNT' || name === 'ELE_ACCOUNT';
}

/** Shown to a watt-hour's thousandth; the fee itself is made from the unrounded figure. */
export function kilowattHours(watts: number | null, seconds: number | null): string | null {
  if (watts === null || seconds === null) return null;
  return formatShortest(divTowardsZero(BigInt(watts) * BigInt(seconds) * 1_000_000n, 3_600_000n), 6);
}

export function ledgerRecordId({ transferId, line }: { transferId: bigint; line: number | bigint }): string {
  return `${transferId}-${line}`;
}

/** Null for what cannot be the id of a record. */
export function parseLedgerRecordId(id: string): { transferId: bigint; line: number } | null {
  const match = /^([1-9]\d{0,17})-([1-9]\d{0,8})$/.exec(id);
  return match && { transferId: BigInt(match[1] as string), line: Number(match[2]) };
}
