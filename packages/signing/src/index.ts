export {
  type Approver,
  type ApproverKey,
  approve,
  createApproverKey,
  isApprovalOf,
  shortestPassphrase,
} from './approver-key.ts';
export { type SignerClient, type SignerPlace, SignerUnavailable, signerClient } from './client.ts';
export {
  BadMessage,
  type CloseAnswer,
  type OwnPlace,
  type OwnRequest,
  type PaymentRequest,
  type Refusal,
  readApprovals,
  readCloseRequest,
  readSignRequest,
  refusals,
  type SignAnswer,
  type SignerAbout,
  type SignRequest,
} from './messages.ts';
export { readAnswerFile, readRequestFile, writeAnswerFile, writeRequestFile } from './offline.ts';
export { signerPlace } from './place.ts';
export { type Sealed, seal, unseal, WrongPassphrase } from './sealed.ts';
export { type Approval, type ApproverRole, approvalText, networkCoins, type PaymentStatement } from './statement.ts';
