import { Type } from '@sinclair/typebox';
import { fundsSecretInput, moneyRefusals } from './money-guards.ts';
import { route } from './route.ts';
import { Amount, Count, Day, Decimal, Id, listInput, Nullable, OneOf, PageOf, Time, TypedAmount } from './shapes.ts';

export const coinUpDirections = ['IN', 'OUT', 'INCOMES'] as const;
export const coinUpStates = ['INTRANSIT', 'INCOME', 'SUCCESS'] as const;

const SavingsCoin = OneOf(['BTC', 'USDT']);
const Direction = OneOf(coinUpDirections);
const SavingsAccount = OneOf(['COIN_UP_ACCOUNT', 'INCOME_ACCOUNT']);
/** Per cent a year: `"4.20"`. */
const Apy = Decimal;

const CoinUpRecord = Type.Object({
  id: Id,
  coin: SavingsCoin,
  direction: Direction,
  state: OneOf(coinUpStates),
  /** Whose money moved: principal, or interest that was paid or taken to the wallet. */
  account: SavingsAccount,
  amount: Amount,
  time: Time,
  /** The business day of the record; of interest, the day that it was earned on. */
  date: Day,
  /** When a subscription begins to earn, a redemption is in the wallet, interest was paid. */
  arrivalDate: Day,
  /** The yearly rate of that day's interest; null for what is no interest. */
  rate: Nullable(Apy),
});

/** Of every call here that moves money. */
const refusals = [...moneyRefusals, 'insufficientBalance', 'belowMinimum', 'badPrecision'] as const;

export const coinUpRoutes = {
  apy: route('apy', {
    summary: 'Whether COIN UP takes subscriptions, smallest subscription and yearly rate per coin.',
    access: 'open',
    limit: 'read',
    input: {},
    data: Type.Object({
      isEnableFunction: Type.Boolean(),
      btcMinimumValue: Amount,
      btcApy: Apy,
      usdtMinimumValue: Amount,
      usdtApy: Apy,
      /** Rates that are announced and not in force yet, the nearest first. */
      announced: Type.Array(Type.Object({ date: Day, coin: SavingsCoin, apy: Apy })),
    }),
  }),
  coinUpDetail: route('coinUpDetail', {
    summary: "The customer's savings in one coin.",
    access: 'customer',
    limit: 'read',
    input: { coin: SavingsCoin },
    data: Type.Object({
      coin: SavingsCoin,
      principal: Amount,
      earning: Amount,
      inTransitIn: Amount,
      inTransitOut: Amount,
      interestBalance: Amount,
      /** Of the latest closed business day; `yesterdayDate` names it, null before the first. */
      yesterdayInterest: Amount,
      yesterdayDate: Nullable(Day),
      totalInterest: Amount,
      /** Of closed days that are not paid yet; in no other figure here. */
      interestOwed: Amount,
      apy: Apy,
      min: Amount,
      /** What may be subscribed: without promotional credit and without what is reserved. */
      available: Amount,
      /** Of the wallet, set aside for electricity that is used and not charged yet, to the end of the running hour. */
      reserved: Amount,
      /** Interest that was paid for the latest closed business days, oldest first, at most 30; zero for a day that is owed. */
      last30: Type.Array(Type.Object({ date: Day, amount: Amount, rate: Apy })),
      /** The last date whose interest is kept elsewhere: the list of records has none up to it, and says so. Null where all is here. */
      elsewhereTo: Nullable(Day),
    }),
  }),
  coinUpSubscribe: route('coinUpSubscribe', {
    summary: 'Moves money from the wallet into savings, at once; it earns from the next business day on.',
    access: 'customer',
    limit: 'write',
    input: {
      coin: SavingsCoin,
      amount: TypedAmount,
      ...fundsSecretInput,
      /** The customer knows that less than three days of electricity stay. */
      confirm: Type.Optional(Type.Boolean()),
    },
    data: CoinUpRecord,
    refusals: [...refusals, 'endangersElectricity', 'notOperable', 'switchedOff'],
  }),
  coinUpRedeem: route('coinUpRedeem', {
    summary: 'Takes principal out of savings, to arrive on the next business day, or interest, at once.',
    access: 'customer',
    limit: 'write',
    input: {
      coin: SavingsCoin,
      amount: TypedAmount,
      ...fundsSecretInput,
      /** `COIN_UP_ACCOUNT`, principal, when it is not given. */
      account: Type.Optional(SavingsAccount),
    },
    data: CoinUpRecord,
    refusals,
  }),
  coinUpPage: route('coinUpPage', {
    summary: 'Subscriptions, redemptions and paid interest.',
    access: 'customer',
    limit: 'read',
    input: {
      id: Type.Optional(Id),
      coin: Type.Optional(SavingsCoin),
      direction: Type.Optional(Direction),
      from: Type.Optional(Day),
      to: Type.Optional(Day),
      ...listInput,
    },
    data: PageOf(CoinUpRecord),
  }),
  coinUpDate: route('coinUpDate', {
    summary: 'What would happen when, if it were confirmed now.',
    access: 'customer',
    limit: 'read',
    input: { coin: SavingsCoin, direction: Direction },
    data: Type.Object({
      today: Day,
      /** The first day that a subscription earns; null for what takes money out. */
      valueDate: Nullable(Day),
      /** When the first interest of a subscription is paid; null for what takes money out. */
      firstIncomeDate: Nullable(Day),
      arrivalDate: Day,
    }),
  }),
  coinUpSafety: route('coinUpSafety', {
    summary: "All customers' principal and the fund that pays its interest, from the books, at most a minute old.",
    access: 'customer',
    limit: 'read',
    input: {},
    data: Type.Object({
      /** When the figures were read. */
      time: Time,
      coins: Type.Array(
        Type.Object({
          coin: SavingsCoin,
          principal: Amount,
          fund: Amount,
          /** Interest of closed days that the fund could not pay yet. */
          owed: Amount,
          /** Of today's earning principal at today's rate. */
          dailyInterest: Amount,
          /** Whole days of that interest that the fund pays after what is owed; null while nothing earns. At most 99,999. */
          coverDays: Nullable(Count),
        }),
        { maxItems: 2 },
      ),
    }),
  }),
};
