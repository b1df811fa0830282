import { Type } from '@sinclair/typebox';
import { fundsSecretInput, moneyRefusals } from './money-guards.ts';
import { route } from './route.ts';
import {
  AccountName,
  AddressInput,
  Amount,
  CodeInput,
  Count,
  Id,
  listInput,
  NetworkName,
  Nullable,
  OneOf,
  PageOf,
  SecondFactorInput,
  Time,
  TypedAmount,
  WithdrawCoin,
} from './shapes.ts';

export const withdrawalStatuses = ['WAITING', 'SUCCESS', 'REJECTED', 'CANCELLED'] as const;
export const thirdStatuses = [
  'WAITING',
  'KYT_VERIFICATION',
  'APPROVAL_TO_BE_SIGNED',
  'IN_PAYMENT',
  'SUCCESS',
  'FAILED',
] as const;
export const withdrawalSteps = [
  'APPLIED',
  'APPROVED',
  'KYT',
  'SIGNED',
  'BROADCAST',
  'CONFIRMED',
  'REJECTED',
  'CANCELLED',
  'FAILED',
] as const;
/** What a customer sees of a withdrawal: 处理中, 成功, 失败. */
const withdrawalDisplays = ['PROCESSING', 'SUCCESS', 'FAILED'] as const;
export const holdReasons = [
  'FROZEN',
  'PASSWORD_CHANGED',
  'SECOND_FACTOR_REMOVED',
  'NEW_DEVICE',
  'NEW_ADDRESS',
] as const;

const AddressText = Type.String({ minLength: 1, maxLength: 128 });
const HoldReason = OneOf(holdReasons);

/** The parts are null when the ledger of that month is kept elsewhere; together they are the amount. */
const Offset = Type.Object({
  account: AccountName,
  /** What stayed in the account. */
  toBalance: Nullable(Amount),
  /** What paid electricity and hosting that were owed, at once. */
  toOwed: Nullable(Amount),
  /** For the customer. */
  reason: Nullable(Type.String({ maxLength: 200 })),
});

const Withdrawal = Type.Object({
  id: Id,
  /** By which customer and staff speak of it: `W20261122-7KQ4M9XZAB`. Random, so that it says nothing about how many there are. */
  number: Type.String({ pattern: '^W\\d{8}-[0-9A-HJKMNP-TV-Z]{10}$' }),
  coin: WithdrawCoin,
  network: NetworkName,
  address: AddressText,
  /** Gross: what left the wallet. */
  amount: Amount,
  fee: Amount,
  /** What the address gets. */
  received: Amount,
  status: OneOf(withdrawalStatuses),
  /** Null until approved, and for what was cancelled, rejected or offset. */
  thirdStatus: Nullable(OneOf(thirdStatuses)),
  checkRemark: Nullable(Type.String({ maxLength: 200 })),
  /** Of a 划转抵扣: where the amount went in place of a payment. Null for every other withdrawal. */
  offset: Nullable(Offset),
  txid: Nullable(Type.String({ maxLength: 66 })),
  /** The output of that transaction which pays it: others may be paid by it too. Null on ERC20, and before it is signed. */
  outputIndex: Nullable(Count),
  confirmations: Count,
  needed: Count,
  applyTime: Time,
  steps: Type.Array(Type.Object({ step: OneOf(withdrawalSteps), time: Time })),
  /** When it should be there: by what the latest ones took, or by review hours and confirmations; null when it is over. */
  eta: Nullable(Time),
});

const BookEntry = Type.Object({
  id: Id,
  coin: WithdrawCoin,
  network: NetworkName,
  address: AddressText,
  label: Type.String({ maxLength: 32 }),
  addTime: Time,
  /** Until then nothing can be withdrawn to it; null when it is known long enough. */
  until: Nullable(Time),
});

export const withdrawalRoutes = {
  withdrawTerms: route('withdrawTerms', {
    summary:
      'What a customer must know before a withdrawal is typed: what may leave, what is left of today, fee and time.',
    access: 'customer',
    limit: 'read',
    input: { coin: WithdrawCoin, network: NetworkName },
    data: Type.Object({
      /** False while nothing can be paid on the network. */
      offered: Type.Boolean(),
      /** Without promotional credit, which never leaves, and without what is reserved. */
      available: Amount,
      /** Set aside for electricity that is used and not charged yet, to the end of the running hour. */
      reserved: Amount,
      min: Amount,
      max: Amount,
      dailyLimit: Amount,
      leftToday: Amount,
      fee: Amount,
      /** How long what is new holds a withdrawal back. */
      holdHours: Count,
      /** The product's own clock, which every `until` is to be counted against. */
      now: Time,
      /** When one that is asked for now should be there, reckoned likewise. */
      eta: Time,
      /** A transaction's id behind it is where anybody can look it up; null on a test chain. */
      explorer: Nullable(Type.String({ maxLength: 64 })),
    }),
  }),
  withdrawCheckAddress: route('withdrawCheckAddress', {
    summary: 'Whether an address is good, and since when the customer knows it.',
    access: 'customer',
    limit: 'read',
    input: { coin: WithdrawCoin, network: NetworkName, address: AddressInput },
    data: Type.Object({
      valid: Type.Boolean(),
      /** Why it is no good, or `NEW_ADDRESS` when it is good and not known long enough. */
      reason: Nullable(OneOf(['FORMAT', 'CHECKSUM', 'NETWORK', 'OWN_ADDRESS', 'NEW_ADDRESS'])),
      /** Stands in the address book. */
      known: Type.Boolean(),
      until: Nullable(Time),
    }),
  }),
  withdrawCheckDevice: route('withdrawCheckDevice', {
    summary: 'Whether this device and account may withdraw now; the address is judged apart.',
    access: 'customer',
    limit: 'read',
    input: {},
    data: Type.Object({ allowed: Type.Boolean(), reason: Nullable(HoldReason), until: Nullable(Time) }),
  }),
  withdrawApply: route('withdrawApply', {
    summary: 'Takes the amount out of the wallet and asks for its payment, with a one-time code of scene WITHDRAW.',
    access: 'customer',
    limit: 'write',
    input: {
      coin: WithdrawCoin,
      network: NetworkName,
      address: AddressInput,
      amount: TypedAmount,
      ...fundsSecretInput,
      code: CodeInput,
      secondFactor: Type.Optional(SecondFactorInput),
      /** The customer knows that less than three days of electricity stay. */
      confirm: Type.Optional(Type.Boolean()),
    },
    data: Withdrawal,
    refusals: [
      ...moneyRefusals,
      'wrongCode',
      'tooOften',
      'secondFactorNeeded',
      'switchedOff',
      'badAddress',
      'badPrecision',
      'belowMinimum',
      'overLimit',
      'notOperable',
      'withdrawalHeld',
      'insufficientBalance',
      'endangersElectricity',
    ],
  }),
  withdrawPage: route('withdrawPage', {
    summary: "The customer's withdrawals, or one of them.",
    access: 'customer',
    limit: 'read',
    input: {
      id: Type.Optional(Id),
      coin: Type.Optional(WithdrawCoin),
      status: Type.Optional(OneOf(withdrawalStatuses)),
      /** By what the customer sees of it. */
      display: Type.Optional(OneOf(withdrawalDisplays)),
      ...listInput,
    },
    data: PageOf(Withdrawal),
  }),
  withdrawCancel: route('withdrawCancel', {
    summary: 'Cancels a withdrawal that is not approved yet; the full amount returns to the wallet.',
    access: 'customer',
    limit: 'write',
    input: { id: Id },
    data: Withdrawal,
    refusals: ['notOperable', 'keyReused'],
  }),
  withdrawAddressList: route('withdrawAddressList', {
    summary: "The customer's address book, newest first.",
    access: 'customer',
    limit: 'read',
    input: {},
    data: Type.Array(BookEntry),
  }),
  withdrawAddressAdd: route('withdrawAddressAdd', {
    summary: 'Puts an address into the book, with a one-time code of scene WITHDRAW; from then on it is known.',
    access: 'customer',
    limit: 'credential',
    input: {
      coin: WithdrawCoin,
      network: NetworkName,
      address: AddressInput,
      label: Type.Optional(Type.String({ maxLength: 32 })),
      ...fundsSecretInput,
      code: CodeInput,
      secondFactor: Type.Optional(SecondFactorInput),
    },
    data: BookEntry,
    refusals: [
      'wrongFundsPassword',
      'fundsPasswordMissing',
      'fundsPasswordLocked',
      'wrongCode',
      'tooOften',
      'secondFactorNeeded',
      'badAddress',
      'overLimit',
    ],
  }),
  withdrawAddressRemove: route('withdrawAddressRemove', {
    summary: 'Takes an address out of the book; added again it is new.',
    access: 'customer',
    limit: 'write',
    input: { id: Id },
    data: Type.Null(),
  }),
};
