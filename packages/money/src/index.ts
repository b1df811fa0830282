export {
  type Amount,
  differenceOfShown,
  displayAmount,
  displayDebit,
  displayExact,
  displayFull,
  formatAmount,
  parseAmount,
  parseTypedAmount,
  valueInUsdt,
} from './amount.ts';
export { type Coin, coins, displayScale, isCoin, ledgerScale, type MinedCoin, minedCoins } from './coin.ts';
export { DecimalError, formatDecimal, formatShortest, parseDecimal } from './decimal.ts';
export { divCeil, divExact, divFloor, divTowardsZero } from './division.ts';
