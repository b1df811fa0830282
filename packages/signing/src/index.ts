export {
  type Approval,
  type ApprovalRequest,
  type ApprovedBy,
  type ApproverRole,
  approvalText,
  type KeyApproval,
  networkCoins,
  type PasskeyApproval,
} from './approval-request.ts';
export {
  type Approver,
  type ApproverKey,
  approve,
  createApproverKey,
  isValidApproval,
  isValidPasskeyApproval,
  minPassphraseLength,
  openApproverKey,
  publicKeyText,
  signApproval,
} from './approver-key.ts';
export {
  type JournalWatch,
  type SignerClient,
  type SignerLocation,
  SignerUnavailable,
  signerClient,
} from './client.ts';
export { type ColdChange, descriptorFingerprint } from './cold-change.ts';
export {
  emptyJournal,
  headAtKnownHeader,
  type JournalPosition,
  journalHeader,
  readPosition,
  writePosition,
} from './journal-position.ts';
export {
  type ApproverChange,
  EnrolledApprover,
  type KeyChange,
  keyFingerprint,
  type NewKey,
  type SeedChange,
  seedFingerprint,
} from './key-change.ts';
export {
  type ApprovalHold,
  type ApprovalsResponse,
  type ApprovedPayment,
  approvalHoldReasons,
  type BatchRequest,
  type FinaliseResponse,
  ForeignResponse,
  type InternalTransferRequest,
  InvalidMessage,
  type KeyPath,
  maxBatch,
  type PaymentRequest,
  type Refusal,
  type ReviewRequest,
  type ReviewTextResponse,
  readApprovals,
  readApprovalsRequest,
  readFinaliseRequest,
  readReviewRequest,
  readReviewTextRequest,
  readSignRequest,
  refusalMessages,
  type SignableReview,
  type SignedApproval,
  type SignerInfo,
  type SignRequest,
  type SignResponse,
} from './messages.ts';
export {
  readApprovalFile,
  readChangeFile,
  readRequestFile,
  readResponseFile,
  readReviewFile,
  readSignedChangeFile,
  writeApprovalFile,
  writeChangeFile,
  writeRequestFile,
  writeResponseFile,
  writeReviewFile,
  writeSignedChangeFile,
} from './offline.ts';
export {
  assertionCounter,
  challengeOf,
  isNewCounter,
  Passkey,
  type PasskeyAssertion,
  type Registration,
  registeredPasskey,
} from './passkey.ts';
export {
  type ChangeRequest,
  type ChangeSignature,
  changeFingerprint,
  concernedBy,
  isColdChange,
  isValidChangeSignature,
  type PolicyChange,
  policyChangeText,
  type SignedBy,
  type SignedChange,
  signPolicyChange,
} from './policy-change.ts';
export { coinAmount, inGroups, isReviewOf, type ParsedPayment, reviewFlaw, reviewText } from './review-text.ts';
export { type Sealed, seal, unseal, WrongPassphrase } from './sealed.ts';
export { SecretRefused, secretSetting } from './secret-setting.ts';
export { signerLocation, signerPageUrl } from './signer-location.ts';
