export { type Hold, placeHold, releaseHold } from './holds.ts';
export { LedgerModel, type ModelPosted } from './ledger-model.ts';
export { type Batch, postBatch } from './post-batch.ts';
