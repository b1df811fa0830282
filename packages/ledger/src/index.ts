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
export { InsufficientFunds, KeyReused, MalformedPosting, UnknownHold } from './core/errors.ts';
export { type HashInput, inputHash } from './core/input-hash.ts';
export { type Posting, type PostingType, postingTypes } from './core/posting.ts';
export { type Balance, lockBalances, readBalances } from './postgres/balances.ts';
export {
  assertBooksBalance,
  type BookCheck,
  checkBooks,
  type Difference,
  describeDifference,
} from './postgres/check-books.ts';
export { type Hold, placeHold, releaseHold } from './postgres/holds.ts';
export { ledgerError } from './postgres/ledger-error.ts';
export { type Batch, postBatch } from './postgres/post-batch.ts';
export {
  manyTransfersCall,
  manyTransfersValues,
  type Outcome,
  type OutcomeRow,
  outcomesInOrder,
  postMany,
} from './postgres/post-many.ts';
export { type Posted, postTransfer, type Transfer, transferCall, transferValues } from './postgres/post-transfer.ts';
export type { Queryable } from './postgres/queryable.ts';
export { waitingLine } from './postgres/waiting-line.ts';
