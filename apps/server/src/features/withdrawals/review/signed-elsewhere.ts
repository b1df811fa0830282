import { readFile, writeFile } from 'node:fs/promises';
import {
  type ApproverRole,
  InvalidMessage,
  readApprovalFile,
  type SignableReview,
  writeReviewFile,
} from '@lode/signing';
import { UsageError } from '../../../platform/commands/option.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import type { StaffResult } from '../../../platform/staff/staff-command.ts';
import { findWithdrawal } from '../withdrawal.repository.ts';
import { paymentToApprove } from './payment-to-approve.ts';
import type { ApprovalSignature } from './review.repository.ts';
import type { ReviewDeps } from './review.ts';

/** An approval is a few lines. */
const longestFile = 64 * 1024;

/** What the signer read of a withdrawal's payment, as this person would sign it. */
export interface SignerReview {
  review: SignableReview | null;
  /** The signer reads another payment from the bytes than this server shows. */
  isDifferent: boolean;
}

/** Nothing when the signer does not answer, or does not show the payment yet. */
export async function readSignerReview(
  { approvals }: Pick<ReviewDeps, 'approvals'>,
  db: Queryable,
  { id, name, role }: { id: bigint; name: string; role: ApproverRole },
): Promise<SignerReview> {
  const withdrawal = await findWithdrawal(db, id);
  const { paymentId } = withdrawal === null ? { paymentId: null } : paymentToApprove(withdrawal);
  const isName = /^[a-z][a-z0-9.-]{0,39}$/.test(name);
  const found = paymentId === null || !isName ? null : await approvals?.review(paymentId, name, role);
  return { review: found?.review ?? null, isDifferent: found?.obstacle === 'DIFFERS' };
}

/** Written for `npm run approve` on the person's own machine. */
export async function writeSignerReview(
  deps: Pick<ReviewDeps, 'approvals' | 'database'>,
  who: { id: bigint; name: string; role: ApproverRole },
  file: string,
): Promise<StaffResult> {
  const { review } = await readSignerReview(deps, deps.database, who);
  if (review === null) return { refused: `the signer does not show withdrawal ${who.id}: see its page, or the log` };
  await writeFile(file, writeReviewFile(review), { flag: 'wx', mode: 0o600 }).catch(fileError(file));
  return { done: `${file}: npm run approve -- sign --request ${file} --key KEYFILE --out ${file}.signed` };
}

/** An approval that was signed on a machine of the person's own, verified against the key that the signer knows. */
export async function readSignedElsewhere(
  { approvals }: Pick<ReviewDeps, 'approvals'>,
  file: string,
): Promise<ApprovalSignature | { refused: string }> {
  if (approvals === null) return { refused: 'this server asks for no signed approvals' };
  const text = await readFile(file, 'utf8').catch(fileError(file));
  if (text.length > longestFile) throw new UsageError(`${file} is too long to be an approval`);
  try {
    const signed = readApprovalFile(text);
    const refused = await approvals.refusalOf(signed);
    return refused === null ? signed : { refused };
  } catch (error) {
    if (error instanceof InvalidMessage) return { refused: error.message };
    throw error;
  }
}

const fileError =
  (file: string) =>
  (error: NodeJS.ErrnoException): never => {
    if (error.code === 'EEXIST') throw new UsageError(`${file} exists: it is not overwritten`);
    throw new UsageError(`${file} cannot be used: ${error.code ?? error.message}`);
  };
