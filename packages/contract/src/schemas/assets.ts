import { Type } from '@sinclair/typebox';
import { fileRoute, route } from './route.ts';
import {
  AccountName,
  Amount,
  CoinName,
  Count,
  Day,
  Decimal,
  Id,
  listInput,
  Month,
  Nullable,
  OneOf,
  PageOf,
  Time,
  ValuedBalance,
} from './shapes.ts';

/** Every record type a customer can meet in the ledger list; outputs have a list of their own. */
export const ledgerTypes = [
  'ELE_INIT',
  'ELE_RECHARGE',
  'ELE_CONSUME_USDT',
  'ELE_CONSUME_BTC',
  'ELE_CONSUME_ETH',
  'ELE_CONSUME_DOGE',
  'DAILY_PROFIT_FEEDBACK',
  'HOSTING_FEE',
  'RECHARGE_BTC',
  'COIN_UP_OUT_BTC',
  'COIN_UP_OUT_USDT',
  'COIN_UP_IN_BTC',
  'COIN_UP_IN_USDT',
  'INCOME_IN_BTC',
  'INCOME_IN_USDT',
  'WITHDRAW',
  'WITHDRAW_RETURN',
  'WITHDRAW_OFFSET',
  'ADJUST_OUTPUT',
  'ADJUST_ELE',
] as const;

/** Every movement of every account: outputs and interest too, which have lists of their own elsewhere. */
const billTypes = [...ledgerTypes, 'MINING_OUTPUT', 'INTEREST', 'LEAVING'] as const;

/** A month that has days. */
const BillMonth = Type.String({ pattern: '^(19[7-9]\\d|2\\d{3})-(0[1-9]|1[0-2])$' });

const ledgerFields = {
  id: Id,
  coin: CoinName,
  amount: Amount,
  time: Time,
  title: Type.String(),
  machineId: Nullable(Id),
  machineNo: Nullable(Type.String()),
  date: Day,
  kwh: Nullable(Decimal),
  price: Nullable(Decimal),
  rate: Nullable(Decimal),
  reason: Nullable(Type.String()),
};

const csv = 'text/csv; charset=utf-8';
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** What a statement is sent as. */
export const statementTypes = { csv, xlsx } as const;

export const assetRoutes = {
  ledgerPage: route('ledgerPage', {
    summary: "The customer's ledger: all accounts, all types but outputs.",
    access: 'customer',
    limit: 'read',
    input: {
      type: Type.Optional(OneOf(ledgerTypes)),
      id: Type.Optional(Id),
      /** `ELECTRICITY`: electricity, hosting, and their corrections alone. */
      group: Type.Optional(OneOf(['ELECTRICITY'])),
      from: Type.Optional(Day),
      to: Type.Optional(Day),
      ...listInput,
    },
    data: PageOf(Type.Object({ ...ledgerFields, type: OneOf(ledgerTypes), balanceAfter: Amount })),
  }),
  billPage: route('billPage', {
    summary: 'Every movement of every account in a month of Shanghai, newest first.',
    access: 'customer',
    limit: 'read',
    input: {
      /** Without it the current one. */
      month: Type.Optional(BillMonth),
      type: Type.Optional(OneOf(billTypes)),
      /** Part of a machine's number, or an amount, of one movement or of a day's machines, of the month; a withdrawal's number, an address or its ends, or a transaction's id, of any month. */
      q: Type.Optional(
        Type.String({ pattern: '^(?:[^\\u0000-\\u001f\\ud800-\\udfff]|[\\ud800-\\udbff][\\udc00-\\udfff]){1,80}$' }),
      ),
      ...listInput,
    },
    data: PageOf(
      Type.Object({
        ...ledgerFields,
        type: OneOf(billTypes),
        /** Of what was withdrawn or returned. */
        withdrawalId: Nullable(Id),
        /** Of what a chain brought. */
        depositId: Nullable(Id),
      }),
    ),
  }),
  billMonth: route('billMonth', {
    summary: "What came and what went in a month; moves between the customer's own accounts are neither.",
    access: 'customer',
    limit: 'read',
    input: { month: Type.Optional(BillMonth) },
    data: Type.Object({
      month: Month,
      /** Of the customer's first day, and of today. */
      first: Month,
      last: Month,
      /** Movements of the month are kept elsewhere: neither sums nor records are all here. */
      isArchived: Type.Boolean(),
      sums: Type.Array(Type.Object({ coin: CoinName, in: Amount, out: Amount })),
    }),
  }),
  assetsList: route('assetsList', {
    summary: 'Every account with its value in USDT.',
    access: 'customer',
    limit: 'read',
    input: {},
    data: Type.Array(ValuedBalance),
  }),
  statementPreview: route('statementPreview', {
    summary: 'What a statement of these business days will say of each account, and its first movements.',
    access: 'customer',
    limit: 'file',
    input: { from: Day, to: Day },
    data: Type.Object({
      records: Count,
      accounts: Type.Array(
        Type.Object({
          account: AccountName,
          coin: CoinName,
          opening: Amount,
          in: Amount,
          out: Amount,
          closing: Amount,
        }),
      ),
      /** At most five, the oldest ones: the file is in the order of time. */
      first: Type.Array(
        Type.Object({ account: AccountName, coin: CoinName, title: Type.String(), amount: Amount, time: Time }),
      ),
    }),
  }),
  statement: fileRoute('statement', {
    access: 'customer',
    summary:
      'Every movement of the business days asked for, outputs and interest too, between opening and closing balances.',
    input: { from: Day, to: Day, format: OneOf(['csv', 'xlsx']) },
    mediaTypes: [csv, xlsx],
  }),
};
