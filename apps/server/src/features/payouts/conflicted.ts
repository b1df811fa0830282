import type { SentStatus } from '@lode/chain';

/** Another transaction has spent its inputs or nonce, for good. */
export function isConflicted(status: SentStatus, confirmations: number): boolean {
  return status.state === 'CONFLICTED' && status.confirmations >= confirmations;
}

/** No transaction that could have paid a withdrawal can be mined any more. */
export function areAllConflicted(statuses: readonly SentStatus[], confirmations: number): boolean {
  return statuses.every((status) => isConflicted(status, confirmations));
}
