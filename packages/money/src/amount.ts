import { type Coin, displayScale, ledgerScale } from './coin.ts';
import { DecimalError, formatDecimal, parseDecimal } from './decimal.ts';
import { divCeil, divFloor, divTowardsZero } from './division.ts';

/** Minor units of one coin (satoshi, micro-USDT). The coin travels beside it, never inside. */
export type Amount = bigint;

/** The largest amount that PostgreSQL's bigint holds. */
const largest = 2n ** 63n - 1n;

/** Reads a wire amount in the coin's full ledger scale; throws `DecimalError`. `parseAmount('0.5', 'USDT') === 500000n`. */
export function parseAmount(text: string, coin: Coin): Amount {
  const amount = parseDecimal(text, ledgerScale(coin));
  if (amount > largest || amount < -largest) throw new DecimalError('too-large');
  return amount;
}

/**
 * Reads what a customer typed: at most the shown decimals, unless it is the exact available amount (全部 submits that).
 * `parseTypedAmount('1.234', 'USDT', 1_234_000n)` is allowed, with any other balance it throws `DecimalError`.
 */
export function parseTypedAmount(text: string, coin: Coin, available: Amount): Amount {
  const amount = parseAmount(text, coin);
  if (amount !== available) parseDecimal(text, displayScale(coin));
  return amount;
}

/** Writes a wire amount with every decimal of the ledger: `formatAmount(4732n, 'BTC') === '0.00004732'`. */
export function formatAmount(amount: Amount, coin: Coin): string {
  return formatDecimal(amount, ledgerScale(coin));
}

/**
 * Writes what a customer sees, rounded once and downwards: what is there is never shown larger, what is taken never smaller.
 * `displayAmount(38_813_529_999n, 'USDT') === '38813.52'`, `displayAmount(-2_311_000n, 'USDT') === '-2.32'`.
 */
export function displayAmount(amount: Amount, coin: Coin): string {
  const hidden = ledgerScale(coin) - displayScale(coin);
  return formatDecimal(divFloor(amount, 10n ** BigInt(hidden)), displayScale(coin));
}

/** Writes a fee or a debt that stands without its minus sign, rounded up: `displayDebit(2_311_000n, 'USDT') === '2.32'`. */
export function displayDebit(amount: Amount, coin: Coin): string {
  return displayAmount(-amount, coin).replace('-', '');
}

/**
 * What remains of an amount where it and its debits stand beside each other as `displayAmount` and `displayDebit` write them: a reader who
 * subtracts finds the same. At most a shown unit for each figure below the exact difference, never above it.
 */
export function differenceOfShown(coin: Coin, amount: Amount, ...debits: readonly Amount[]): Amount {
  const unit = 10n ** BigInt(ledgerScale(coin) - displayScale(coin));
  return debits.reduce((left, debit) => left - divCeil(debit, unit) * unit, divFloor(amount, unit) * unit);
}

/** Writes every digit of the ledger, without the zeros that end it beyond the shown decimals: `displayExact(20_000_000n, 'USDT') === '20.00'`. */
export function displayExact(amount: Amount, coin: Coin): string {
  const beyond = ledgerScale(coin) - displayScale(coin);
  return formatAmount(amount, coin).replace(new RegExp(`0{0,${beyond}}$`), '');
}

/**
 * As `displayExact`, with all decimals of the ledger as soon as the shown ones do not suffice, so that figures below each other align:
 * `displayFull(2_133_000n, 'USDT') === '2.133000'`.
 */
export function displayFull(amount: Amount, coin: Coin): string {
  const beyond = ledgerScale(coin) - displayScale(coin);
  return formatAmount(amount, coin).replace(new RegExp(`0{${beyond}}$`), '');
}

/** Value in micro-USDT of an amount at a price in micro-USDT per whole coin, rounded towards zero. USDT is worth itself. */
export function valueInUsdt(amount: Amount, coin: Coin, priceMicroUsdt: bigint): Amount {
  return coin === 'USDT' ? amount : divTowardsZero(amount * priceMicroUsdt, 10n ** BigInt(ledgerScale(coin)));
}
