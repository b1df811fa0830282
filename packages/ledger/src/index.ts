export {
  type CustomerAccount,
  coinOfAccount,
  customerAccount,
  customerAccountCoins,
  customerAccounts,
  type HouseAccount,
  houseAccount,
  houseAccounts,
  nameOfAccount,
} from './core/accounts.ts';
export { AccountClosed, InsufficientFunds, KeyReused, MalformedPosting, UnknownHold } from './core/errors.ts';
export { type HashInput, inputHash } from './core/input-hash.ts';
export type { Posting, PostingType } from './core/posting.ts';
export { type Balance, lockBalances, readBalances } from './postgres/balances.ts';
export {
  assertBooksBalance,
  type BookCheck,
  checkBooks,
  type Difference,
  describeDifference,
} from './postgres/check-books.ts';
export {
  addDayTotals,
  type DayMovement,
  readDayMovements,
  readHouseBalances,
  readTrialBalance,
  type TrialBalanceLine,
} from './postgres/day-totals.ts';
export { keptMonths, type Month, readKeptMonths } from './postgres/kept-months.ts';
export { ledgerError } from './postgres/ledger-error.ts';
export { openMonth } from './postgres/open-month.ts';
export { type Outcome, postGroup, postTransfers } from './postgres/post-group.ts';
export { type Posted, postTransfer, type Transfer, transferCall, transferValues } from './postgres/post-transfer.ts';
export type { Queryable, Transaction } from './postgres/queryable.ts';
