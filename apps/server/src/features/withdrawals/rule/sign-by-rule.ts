import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { PayoutDeps } from '../payout/payout-ports.ts';
import { type TermsPorts, withdrawTermsAt } from '../terms.ts';
import { withdrawCoins } from '../withdrawal-coins.ts';

/**
 * Switching the rule off stops also what it has agreed to and nobody has signed. The signer is then asked without anybody's yes:
 * what it signed already it gives again, anything new it refuses, and that goes to people.
 */
export function signByRule(
  { database, clock, settingsAt }: { database: Database; clock: Clock } & TermsPorts,
  sign: PayoutDeps['sign'],
): PayoutDeps['sign'] {
  return async (proof, unsigned) => {
    if (proof.approvals !== 'RULE' || (await isOn())) return sign(proof, unsigned);
    const answer = await sign({ ...proof, approvals: [] }, unsigned);
    if ('signed' in answer || answer.isFinal || answer.isOffline) return answer;
    return { refused: 'the rule was switched off', isFinal: false, toPeople: true };

    async function isOn(): Promise<boolean> {
      const coin = withdrawCoins.find((one) => one === unsigned.coin);
      return coin !== undefined && (await withdrawTermsAt(database, { settingsAt }, coin, clock.now())).rule !== null;
    }
  };
}
