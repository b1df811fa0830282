import { Type } from '@sinclair/typebox';
import { fileRoute, route } from './route.ts';
import {
  Amount,
  CoinName,
  Day,
  Decimal,
  Id,
  listInput,
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
      from: Type.Optional(Day),
      to: Type.Optional(Day),
      ...listInput,
    },
    data: PageOf(
      Type.Object({
        id: Id,
        type: OneOf(ledgerTypes),
        coin: CoinName,
        amount: Amount,
        balanceAfter: Amount,
        time: Time,
        title: Type.String(),
        machineId: Nullable(Id),
        machineNo: Nullable(Type.String()),
        date: Day,
        kwh: Nullable(Decimal),
        price: Nullable(Decimal),
        rate: Nullable(Decimal),
        reason: Nullable(Type.String()),
      }),
    ),
  }),
  assetsList: route('assetsList', {
    summary: 'Every account with its value in USDT.',
    access: 'customer',
    limit: 'read',
    input: {},
    data: Type.Array(ValuedBalance),
  }),
  statement: fileRoute('statement', {
    access: 'customer',
    summary:
      'Every movement of the business days asked for, outputs and interest too, between opening and closing balances.',
    input: { from: Day, to: Day, format: OneOf(['csv', 'xlsx']) },
    mediaTypes: [csv, xlsx],
  }),
};
