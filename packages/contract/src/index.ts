export { isEmail, isPassword, isPhone, maskAccount, normaliseAccount } from './accounts.ts';
export { blockSeconds } from './chains.ts';
export {
  type CodeName,
  cancellingRemark,
  codes,
  type Envelope,
  offsetReasons,
  offsetRemark,
  type TransportStatus,
  transportMessages,
  withdrawalRemarks,
} from './codes.ts';
export { redactFaultText } from './fault-text.ts';
export { type CallName, methodAndPath, paths } from './paths.ts';
export type { AccessOf, Data, FileCall, Input } from './schemas/index.ts';
