import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database, DbTx } from '../../../platform/db/database.ts';
import { type TermsPorts, withdrawTermsAt } from '../../withdrawals/domain/limits.ts';
import { isByRule, lockAsk } from '../../withdrawals/review/auto-approval.repository.ts';
import { findWithdrawal, type Withdrawal } from '../../withdrawals/withdrawal.repository.ts';
import { NotYet, type PayoutDeps, type SigningAnswer } from '../payout-ports.ts';
import { backToPeople } from './return-to-manual-review.ts';

type Sign = PayoutDeps['sign'];

/**
 * Has signed what the rule agreed to. One ask at a time for a withdrawal, and its "no" brings it back to people before the next
 * one: while money can return, no ask is out that could still be answered with a signature.
 */
export function signByRule(deps: { database: Database; clock: Clock } & TermsPorts, sign: Sign): Sign {
  return (proof, unsigned) => {
    if (proof.approvals !== 'RULE') return sign(proof, unsigned);
    const { withdrawalId: id } = proof;
    return deps.database.transaction(async (dbTx) => {
      await lockAsk(dbTx, id);
      const withdrawal = await findWithdrawal(dbTx, id);
      if (withdrawal === null || !(await isByRule(dbTx, id)))
        throw new NotYet(`withdrawal ${id} was given back to people meanwhile`);
      const answer = await ask(dbTx, deps, sign, { withdrawal, proof, unsigned });
      if ('refused' in answer && answer.toPeople) await backToPeople(dbTx, id, answer.refused, deps.clock.now());
      return answer;
    });
  };
}

/**
 * Switching the rule off stops also what it has agreed to and nobody has signed. The signer is then asked without anybody's yes:
 * what it signed already it gives again, anything new it refuses.
 */
async function ask(
  dbTx: DbTx,
  deps: { clock: Clock } & TermsPorts,
  sign: Sign,
  {
    withdrawal,
    proof,
    unsigned,
  }: { withdrawal: Withdrawal; proof: Parameters<Sign>[0]; unsigned: Parameters<Sign>[1] },
): Promise<SigningAnswer> {
  const { rule } = await withdrawTermsAt(dbTx, deps, withdrawal.coin, deps.clock.now());
  if (rule !== null) return sign(proof, unsigned);
  const answer = await sign({ ...proof, approvals: [] }, unsigned);
  if ('signed' in answer || answer.isFinal || answer.isOffline) return answer;
  // What may be signed already is no matter for people: money must not return while it can leave.
  if (answer.mayBeSigned || answer.isOther) return answer;
  return { refused: 'the rule was switched off', isFinal: false, toPeople: true };
}
