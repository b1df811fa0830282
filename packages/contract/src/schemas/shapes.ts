import { Kind, type Static, type TSchema, Type } from '@sinclair/typebox';
import './kinds.ts';

/** A value or an explicit null: a field is never absent. */
export const Nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

/** Strings of a closed set, as one JSON Schema `enum`. */
export const OneOf = <const Values extends readonly string[]>(values: Values) =>
  Type.Unsafe<Values[number]>({ [Kind]: 'OneOf', type: 'string', enum: values });

/** Signed decimal in the coin's full scale: `"0.00004732"`, `"-6.552000"`. */
export const Amount = Type.String({
  pattern: '^-?\\d{1,18}\\.\\d{6,8}$',
  description: 'decimal, full scale of the coin',
});
/** Unsigned decimal of any scale: prices, rates, hashrates. */
export const Decimal = Type.String({ pattern: '^-?\\d{1,18}(\\.\\d{1,18})?$' });
export const Id = Type.String({ pattern: '^[A-Za-z0-9._-]{1,64}$', description: 'opaque' });
export const Time = Type.String({ format: 'date-time', description: 'ISO 8601, UTC' });
export const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', format: 'date' });
export const Month = Type.String({ pattern: '^\\d{4}-\\d{2}$' });
export const Count = Type.Integer({ minimum: 0 });

export const CoinName = OneOf(['BTC', 'USDT', 'ETH', 'DOGE']);
export const MinedCoin = OneOf(['BTC', 'ETH', 'DOGE']);
export const AccountName = OneOf(['OUTPUT_ACCOUNT', 'ELE_ACCOUNT', 'COIN_UP_ACCOUNT', 'INCOME_ACCOUNT']);
export const PayMode = OneOf(['PREPAID_FIRST', 'OUTPUT_FIRST']);

export const WithdrawCoin = OneOf(['BTC', 'USDT']);
export const NetworkName = OneOf(['BITCOIN', 'ERC20']);
/** A chain address as typed; judged by the use case. */
export const AddressInput = Type.String({ minLength: 1, maxLength: 128 });

/** A code of the customer's authenticator app, a recovery code, or the token of a passkey's signature. */
export const SecondFactorInput = Type.String({ minLength: 1, maxLength: 64 });

/** Phone or e-mail as typed; the format is judged by the use case, so that a wrong one says so in words. */
export const AccountInput = Type.String({ minLength: 1, maxLength: 128 });
export const PasswordInput = Type.String({ minLength: 1, maxLength: 128 });
export const CodeInput = Type.String({ pattern: '^\\d{6}$' });

/** What a customer typed: how many decimals a coin allows, and how much is there, is judged by the use case, in words. */
export const TypedAmount = Type.String({ pattern: '^(0|[1-9]\\d{0,17})(\\.\\d{1,18})?$' });
export const FundsPasswordInput = Type.String({ pattern: '^\\d{6}$' });
/** From `check-password`: stands for the funds password once. */
export const PasswordToken = Type.String({ pattern: '^[A-Za-z0-9_-]{1,128}$' });

/** Paging fields of every list call: `current` from 1 with `size`, or the `cursor` of the page before. */
export const listInput = {
  current: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  cursor: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{1,200}$' })),
};

/** Newest first. `nextCursor` is null on the last page. */
export const PageOf = <S extends TSchema>(record: S) =>
  Type.Object({
    records: Type.Array(record),
    current: Type.Integer(),
    size: Type.Integer(),
    hasMore: Type.Boolean(),
    nextCursor: Nullable(Type.String()),
  });

export const CoinAmount = Type.Object({ coin: CoinName, amount: Amount });

export const AccountBalance = Type.Object({
  account: AccountName,
  coin: CoinName,
  available: Amount,
  frozen: Amount,
  total: Amount,
});

export const ValuedBalance = Type.Object({
  account: AccountName,
  coin: CoinName,
  available: Amount,
  frozen: Amount,
  total: Amount,
  valueUsdt: Nullable(Amount),
});

export type CoinAmount = Static<typeof CoinAmount>;
