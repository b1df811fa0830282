export {
  type Approval,
  type ApprovalRequest,
  type ApproverRole,
  approvalText,
  networkCoins,
} from './approval-request.ts';
export {
  type Approver,
  type ApproverKey,
  approve,
  createApproverKey,
  isValidApproval,
  minPassphraseLength,
} from './approver-key.ts';
export {
  type JournalWatch,
  type SignerClient,
  type SignerLocation,
  SignerUnavailable,
  signerClient,
} from './client.ts';
export {
  emptyJournal,
  headAtKnownHeader,
  type JournalPosition,
  journalHeader,
  readPosition,
  writePosition,
} from './journal-position.ts';
export {
  type FinaliseResponse,
  type InternalTransferRequest,
  InvalidMessage,
  type KeyPath,
  type PaymentRequest,
  type Refusal,
  readApprovals,
  readFinaliseRequest,
  readSignRequest,
  refusalMessages,
  type SignerInfo,
  type SignRequest,
  type SignResponse,
} from './messages.ts';
export { readRequestFile, readResponseFile, writeRequestFile, writeResponseFile } from './offline.ts';
export { type Sealed, seal, unseal, WrongPassphrase } from './sealed.ts';
export { SecretRefused, secretSetting } from './secret-setting.ts';
export { signerLocation } from './signer-location.ts';
