export { LedgerModel, type ModelPosted } from './ledger-model.ts';
