import { Type } from '@sinclair/typebox';
import { consolePaths } from '../console-paths.ts';
import {
  Amount,
  CoinAmount,
  CoinName,
  Count,
  Day,
  Id,
  MinedCoin,
  Month,
  Nullable,
  OneOf,
  Time,
  TypedAmount,
} from '../schemas/shapes.ts';
import { closeKind } from './days.ts';
import { route } from './route.ts';
import { cursorInput, listOf } from './shapes.ts';

export const ledgerAccounts = [
  'OUTPUT_ACCOUNT',
  'ELE_ACCOUNT',
  'COIN_UP_ACCOUNT',
  'INCOME_ACCOUNT',
  'CUSTODY',
  'CASH',
  'TREASURY',
  'MINING_RECEIVABLE',
  'MINING_VARIANCE',
  'ELECTRICITY_REVENUE',
  'HOSTING_REVENUE',
  'WITHDRAWAL_PENDING',
  'WITHDRAWAL_FEE_REVENUE',
  'NETWORK_FEE_EXPENSE',
  'INTEREST_FUND',
  'PROMOTION_EXPENSE',
  'SUSPENSE',
  'INTEREST_PAYABLE',
] as const;

export const transferKinds = [
  'machine-output',
  'electricity',
  'hosting',
  'charge-adjust',
  'outage-credit',
  'coin-up-interest',
  'coin-up-interest-funding',
  'coin-up-arrival',
  'coin-up-subscription',
  'coin-up-interest-redemption',
  'coin-up-fund',
  'deposit-manual',
  'credit-init',
  'credit-feedback',
  'deposit',
  'deposit-removed',
  'deposit-restored',
  'deposit-clawed-back',
  'deposit-returned',
  'deposit-written-off',
  'deposit-write-off-reversed',
  'arrival',
  'arrival-reopened',
  'suspense-settled',
  'pool-payment',
  'pool-payment-undone',
  'treasury-by-hand',
  'customer-left',
  'demo-treasury',
  'withdrawal',
  'treasury-payment',
  'withdrawal-end',
  'network-fee',
] as const;

const account = OneOf(ledgerAccounts);
const transferKind = OneOf(transferKinds);

const balances = { opening: Amount, debit: Amount, credit: Amount, closing: Amount };

/** Debit: the account gives. Credit: it receives, and its balance grows. */
const balanceLine = Type.Object({ account, isCustomers: Type.Boolean(), ...balances });

/** A kind that no rule knows is shown as it is: the check of the books names it. */
const transferHead = {
  id: Id,
  kind: Type.String(),
  key: Type.String(),
  businessDate: Day,
  postedAt: Time,
  lines: Count,
};

const listedTransfer = Type.Object({
  ...transferHead,
  /** With an account in the filter what it received less what it gave, else what was moved. */
  amounts: Type.Array(CoinAmount),
});

/** What a transfer was posted for. */
const document = Type.Object({
  kind: OneOf([
    'WITHDRAWAL',
    'DEPOSIT',
    'ORDER',
    'DAY',
    'ADJUSTMENT',
    'OUTAGE',
    'ARRIVAL',
    'POOL_PAYMENT',
    'DEPARTURE',
  ]),
  /** Of its own page; null: it has none. */
  id: Nullable(Id),
  title: Type.String(),
  state: Nullable(Type.String()),
  customer: Nullable(Id),
  machine: Nullable(Id),
  date: Nullable(Day),
  /** Of a `DAY`. */
  close: Nullable(closeKind),
  reason: Nullable(Type.String()),
});

const side = Type.Object({
  account,
  /** Null: the house's. */
  customer: Nullable(Type.Object({ id: Id, account: Type.String() })),
  /** Null: the ledger keeps no balance of this account from line to line. */
  after: Nullable(Amount),
});

const entry = Type.Object({
  line: Count,
  type: Type.String(),
  coin: CoinName,
  amount: Amount,
  date: Day,
  from: side,
  to: side,
  machine: Nullable(Type.Object({ id: Id, machineNo: Type.String() })),
});

const compared = { ledger: Amount, found: Amount, difference: Amount };

const coinStanding = Type.Object({
  coin: CoinName,
  /** −CUSTODY as the books have it now. */
  custody: Amount,
  /** The newest comparison with the chain, at one block; null: none was ever made. */
  chain: Nullable(
    Type.Object({
      at: Time,
      /** Why it could not be compared; then nothing was. */
      unknown: Nullable(Type.String()),
      result: Nullable(Type.Object(compared)),
    }),
  ),
  /** −MINING_RECEIVABLE against what closed days and corrections say that pools still owe; null: no pool mines it. */
  pool: Nullable(
    Type.Object({
      ...compared,
      outputs: Amount,
      corrections: Amount,
      days: Count,
      firstDay: Nullable(Day),
      /** A day is being posted: its outputs are in the ledger and not yet expected. */
      isDayOpen: Nullable(Day),
      /** What pools have paid beyond what was expected, less what they have not. */
      variance: Amount,
    }),
  ),
  /** SUSPENSE against its origins. */
  suspense: Type.Object({ ...compared, origins: Count }),
  /** What the newest check of the books found of this coin. */
  differences: Type.Object({ count: Count, first: Nullable(Type.String()) }),
});

const origin = Type.Object({
  origin: OneOf(['arrival', 'deposit']),
  id: Id,
  coin: CoinName,
  amount: Amount,
  purpose: OneOf(['FUNDING', 'POOL', 'OTHER', 'COLD', 'CUSTOMER']),
  address: Nullable(Type.String()),
  txid: Type.String(),
  since: Time,
});

const payment = Type.Object({
  id: Id,
  coin: MinedCoin,
  from: Day,
  to: Day,
  paid: Amount,
  expected: Amount,
  difference: Amount,
  reason: Nullable(Type.String()),
  isUndone: Type.Boolean(),
});

/** The books: what stands on each account, what moved it, and what the world beside them says. */
export const booksRoutes = {
  trialBalance: route(consolePaths.trialBalance, {
    access: 'staff',
    input: {
      coin: CoinName,
      /** A business date; absent: today. */
      date: Type.Optional(Day),
    },
    data: Type.Object({
      coin: CoinName,
      date: Day,
      lines: Type.Array(balanceLine),
      /** Opening and closing are zero, debit is credit, or the books are wrong. */
      sums: Type.Object(balances),
      /** The newest check of the books that ended; null: none has. */
      check: Nullable(Type.Object({ at: Time, isClean: Type.Boolean() })),
    }),
    summary: 'Every account of a coin with what it had before a date, what moved on it, and what it had after',
  }),
  transferList: route(consolePaths.transferList, {
    access: 'staff',
    input: {
      coin: Type.Optional(CoinName),
      account: Type.Optional(account),
      kind: Type.Optional(transferKind),
      customer: Type.Optional(Id),
      from: Type.Optional(Day),
      to: Type.Optional(Day),
      /** Of one line, exactly. */
      amount: Type.Optional(TypedAmount),
      ...cursorInput,
    },
    data: listOf(listedTransfer),
    summary: 'Transfers, the newest first; a part may hold few and still have more behind it',
  }),
  transfer: route(consolePaths.transfer, {
    access: 'staff',
    input: { id: Id },
    data: Type.Object({
      ...transferHead,
      /** Of all its lines. */
      moved: Type.Array(CoinAmount),
      document: Nullable(document),
      /** Who ordered it, where people did. */
      people: Type.Array(
        Type.Object({
          action: Type.String(),
          by: Type.String(),
          approvedBy: Nullable(Type.String()),
          at: Time,
          reason: Type.String(),
          /** What was approved, where it had been proposed. */
          proposal: Nullable(Id),
        }),
      ),
      corrects: Nullable(Id),
      correctedBy: Type.Array(Id),
    }),
    summary: 'One transfer with its cause; it stands in the audit log',
  }),
  transferEntries: route(consolePaths.transferEntries, {
    access: 'staff',
    input: { id: Id, ...cursorInput },
    data: listOf(entry),
    summary: 'The lines of a transfer in their order; it stands in the audit log',
  }),
  reconciliation: route(consolePaths.reconciliation, {
    access: 'staff',
    data: Type.Object({
      coins: Type.Array(coinStanding),
      /** The newest check of the books; null: none has ended. */
      check: Nullable(Type.Object({ at: Time, failure: Nullable(Type.String()) })),
      /** The oldest first, of how many. */
      origins: Type.Array(origin),
      originCount: Count,
      /** The newest first. */
      payments: Type.Array(payment),
    }),
    summary: 'The ledger beside the chain and the pools, coin by coin, with the reason of each difference',
  }),
  monthlyPackage: route(consolePaths.monthlyPackage, {
    access: 'staff',
    roles: ['FINANCE', 'APPROVER', 'ADMIN', 'AUDITOR'],
    input: { month: Month },
    data: Type.Object({
      month: Month,
      /** False: it goes on, and the package of later differs. */
      isOver: Type.Boolean(),
      coins: Type.Array(Type.Object({ coin: CoinName, debit: Amount, credit: Amount, isEven: Type.Boolean() })),
      files: Type.Array(
        Type.Object({
          name: Type.String(),
          type: OneOf([
            'text/csv',
            'application/json',
            'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
          ]),
          encoding: OneOf(['utf8', 'base64']),
          content: Type.String(),
        }),
      ),
    }),
    summary: 'What the accountant books of a month: balances and movements of each account; it stands in the audit log',
  }),
} as const;
