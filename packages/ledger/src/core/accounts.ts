import { type Coin, coins, minedCoins } from '@lode/money';

/** What the house owes a customer, by purpose. */
export const customerAccounts = ['OUTPUT_ACCOUNT', 'ELE_ACCOUNT', 'COIN_UP_ACCOUNT', 'INCOME_ACCOUNT'] as const;
export type CustomerAccount = (typeof customerAccounts)[number];

/** The house's own accounts, one per coin. */
export const houseAccounts = [
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
export type HouseAccount = (typeof houseAccounts)[number];

/** The customer accounts that exist, with their coins. */
export const customerAccountCoins: Record<CustomerAccount, readonly Coin[]> = {
  OUTPUT_ACCOUNT: minedCoins,
  ELE_ACCOUNT: ['USDT'],
  COIN_UP_ACCOUNT: ['BTC', 'USDT'],
  INCOME_ACCOUNT: ['BTC', 'USDT'],
};

/** The last digit of every account id; it is stored in each id and never changes. */
const digits = { BTC: 1, USDT: 2, ETH: 3, DOGE: 4 } as const satisfies Record<Coin, number>;
const coinByDigit = new Map<number, Coin>(coins.map((coin) => [digits[coin], coin]));

/** Largest customer whose account ids fit PostgreSQL's bigint. */
const largestCustomer = 2n ** 63n / 100n - 1n;

/** Id of a customer's account: `customerAccount(10001n, 'ELE_ACCOUNT', 'USDT') === 1000122n`. Throws when there is none. */
export function customerAccount(customerId: bigint, account: CustomerAccount, coin: Coin): bigint {
  if (!customerAccountCoins[account]?.includes(coin)) throw new RangeError(`there is no ${account} in ${coin}`);
  if (customerId < 1n || customerId > largestCustomer) throw new RangeError(`${customerId} is no customer id`);
  return customerId * 100n + BigInt((customerAccounts.indexOf(account) + 1) * 10 + digits[coin]);
}

/** Id of a house account: `houseAccount('CUSTODY', 'BTC') === -11n`. */
export function houseAccount(account: HouseAccount, coin: Coin): bigint {
  const kind = houseAccounts.indexOf(account) + 1;
  if (kind === 0) throw new RangeError(`there is no house account ${account}`);
  return -BigInt(kind * 10 + digits[coin]);
}

/** The coin of any account id: `coinOfAccount(-11n) === 'BTC'`. */
export function coinOfAccount(account: bigint): Coin {
  const coin = coinByDigit.get(Number((account < 0n ? -account : account) % 10n));
  if (!coin) throw new RangeError(`${account} is no account id`);
  return coin;
}

/** The name of a customer's account: `nameOfAccount(1000122n) === 'ELE_ACCOUNT'`. */
export function nameOfAccount(account: bigint): CustomerAccount {
  const name = account > 0n ? customerAccounts[Number((account % 100n) / 10n) - 1] : undefined;
  if (!name) throw new RangeError(`${account} is no customer account`);
  return name;
}

/** Whether the ledger keeps a balance row of this account: every customer's, and the house's that may not go below zero. */
export function isStoredAccount(account: bigint): boolean {
  return account > 0n || storedHouseIds.has(account);
}

/** Whether the id is one of the chart of accounts. */
export function isKnownAccount(account: bigint): boolean {
  if (account > 0n)
    return account / 100n >= 1n && account <= largestCustomer * 100n + 99n && customerKinds.has(account % 100n);
  return houseIds.has(account);
}

const houseIds = new Set(houseAccounts.flatMap((account) => coins.map((coin) => houseAccount(account, coin))));
const storedHouseIds = new Set(
  (['INTEREST_FUND', 'TREASURY'] as const).flatMap((account) => coins.map((coin) => houseAccount(account, coin))),
);
const customerKinds = new Set(
  customerAccounts.flatMap((account) =>
    customerAccountCoins[account].map((coin) => customerAccount(1n, account, coin) - 100n),
  ),
);
