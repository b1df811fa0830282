import type { Data } from '@lode/contract';
import type { ConsoleData } from '@lode/contract/console';
import { formatAmount } from '@lode/money';
import type { AddressOfKey } from '../../platform/chains/address-of-key.ts';
import type { Queryable } from '../../platform/db/database.ts';
import {
  type AuditRow,
  type BookRow,
  type CoinSum,
  type CustomerRow,
  countMachines,
  countRecords,
  findCustomer,
  readAddressBook,
  readAudit,
  readLatestDay,
  readPositions,
  sumOpenWithdrawals,
} from './customer-page.store.ts';
import { readDeposits, readMachines, readNotices, readSessions, readWithdrawals } from './customer-records.store.ts';
import {
  depositView,
  type Movement,
  machineView,
  movementView,
  noticeView,
  sessionView,
  withdrawalViewOf,
} from './customer-views.ts';

type Page = ConsoleData<'customer'>;

export interface PagePorts {
  readonly addressOf: AddressOfKey;
  /** Balances with their values, of the wallet. */
  readonly assetsInfo: (db: Queryable, customerId: bigint, now: Date) => Promise<Data<'indexInfo'>['assetsInfo']>;
  readonly readMovements: (
    db: Queryable,
    customerId: bigint,
    place: { after: readonly [transferId: string, line: string] | null; limit: number },
  ) => Promise<Movement[]>;
  readonly readOutlook: (
    db: Queryable,
    customerId: bigint,
  ) => Promise<{ available: bigint; owed: bigint; dailyFee: bigint; daysLeft: number | null }>;
  /** What holds withdrawals back now. */
  readonly readHolds: (
    db: Queryable,
    customerId: bigint,
    now: Date,
  ) => Promise<{ reason: Page['holds'][number]['reason']; until: Date | null; about: string | null }[]>;
}

const few = { after: null, limit: 5 } as const;
const fewest = { after: null, limit: 3 } as const;

/** All that the page shows at once: the sums, and the first of each list. Null where there is no such customer. */
export async function readPage(db: Queryable, ports: PagePorts, id: bigint, now: Date): Promise<Page | null> {
  const customer = await findCustomer(db, id);
  if (customer === null) return null;
  const [assets, outlook, counts, open, latest, positions, statuses, book, audit, holds] = await Promise.all([
    ports.assetsInfo(db, id, now),
    ports.readOutlook(db, id),
    countRecords(db, id, now),
    sumOpenWithdrawals(db, id),
    readLatestDay(db, id),
    readPositions(db, id),
    countMachines(db, id),
    readAddressBook(db, id),
    readAudit(db, `customer ${id}`),
    ports.readHolds(db, id, now),
  ]);
  const [machines, movements, withdrawals, deposits, sessions, notices] = await Promise.all([
    readMachines(db, id, few),
    ports.readMovements(db, id, few),
    readWithdrawals(db, id, fewest),
    readDeposits(db, id, fewest),
    readSessions(db, id, few, now),
    readNotices(db, id, few),
  ]);
  const { available, owed, dailyFee, daysLeft } = outlook;
  return {
    customer: customerView(customer),
    totalUsdt: assets.totalUsdt,
    accounts: assets.accounts,
    electricity: {
      available: formatAmount(available, 'USDT'),
      owed: formatAmount(owed, 'USDT'),
      dailyFee: formatAmount(dailyFee, 'USDT'),
      daysLeft: daysLeft === null ? null : Math.max(0, daysLeft),
    },
    latest: latest && { date: latest.date, outputs: latest.outputs.map(sumView) },
    openWithdrawals: open.map(sumView),
    coinUp: positions.map(({ coin, principal, inTransit }) => ({
      coin,
      principal: formatAmount(principal, coin),
      inTransit: formatAmount(inTransit, coin),
    })),
    counts,
    machineCounts: statuses,
    machines: machines.map(machineView),
    movements: movements.map(movementView),
    withdrawals: withdrawals.map(withdrawalViewOf(ports.addressOf)),
    deposits: deposits.map(depositView),
    sessions: sessions.map(sessionView),
    holds: holds.map(({ reason, until, about }) => ({ reason, until: until?.toISOString() ?? null, about })),
    addresses: book.map((row) => addressView(row, ports.addressOf)),
    notices: notices.map(noticeView),
    audit: audit.map(auditView),
  };
}

function customerView({ id, promotion, createdAt, lastLoginAt, ...customer }: CustomerRow): Page['customer'] {
  return {
    ...customer,
    id: String(id),
    promotion: formatAmount(promotion, 'USDT'),
    createdAt: createdAt.toISOString(),
    lastLoginAt: lastLoginAt?.toISOString() ?? null,
  };
}

const sumView = ({ coin, amount }: CoinSum) => ({ coin, amount: formatAmount(amount, coin) });

function addressView({ network, key, label, addedAt }: BookRow, addressOf: AddressOfKey): Page['addresses'][number] {
  return { network, address: addressOf(network, key), label, addedAt: addedAt.toISOString() };
}

function auditView({ id, action, by, reason, at }: AuditRow): Page['audit'][number] {
  return { id: String(id), action, by, reason, at: at.toISOString() };
}
