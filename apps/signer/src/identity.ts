import { randomBytes } from 'node:crypto';
import type { ApprovalRequest } from '@lode/signing';
import type { History } from './history.ts';
import type { Journal } from './journal.ts';
import { Refused } from './refused.ts';

const dayMs = 24 * 3_600_000;

/** Names the signer of a journal that has no name yet: a new one on its first line, one of before where it is. */
export async function identify(journal: Pick<Journal, 'lines' | 'append'>, now: Date): Promise<void> {
  if (journal.lines.some(({ kind }) => kind === 'SIGNER')) return;
  await journal.append({ kind: 'SIGNER', at: now.toISOString(), id: randomBytes(8).toString('hex') });
}

/**
 * Throws for approvals that were given for another signer: its journal knows which payments have ended, this one does not. Approvals
 * that name none count at a journal of before, as long as any that was given until then may count.
 */
export function verifySigner(
  { signer }: Pick<ApprovalRequest, 'signer'>,
  { signer: own }: Pick<History, 'signer'>,
  { approvalDays }: { approvalDays: number },
  now: Date | null,
): void {
  if (signer !== undefined) {
    if (signer === own?.id) return;
    throw new Refused('APPROVALS', `approved for signer ${signer}, this one is ${own?.id ?? 'without a name'}`);
  }
  const isOfBefore = own !== null && own.line > 1;
  if (isOfBefore && (now === null || now.getTime() - Date.parse(own.at) <= approvalDays * dayMs)) return;
  throw new Refused('APPROVALS', 'the approvals name no signer');
}
