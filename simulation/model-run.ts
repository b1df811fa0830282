import { Auditor } from './auditor.ts';
import { commandsOf } from './commands.ts';
import type { LedgerUnderTest } from './ledgers-under-test.ts';
import { seededRandom } from './random.ts';

const longestRun = 200;

/** A reply or a balance that is not what the auditor says, with what it takes to see it again. */
export class Disagreement extends Error {
  override readonly name = 'Disagreement';
}

/** One run against an empty ledger; resolves with the number of commands, throws a `Disagreement`. */
export async function modelRun(ledger: LedgerUnderTest, seed: number): Promise<number> {
  const auditor = new Auditor();
  const commands = commandsOf(seededRandom(seed), longestRun);
  for (const [step, command] of commands.entries()) {
    const predicted = auditor.predict(command);
    const reply = await ledger.perform(command);
    if (reply !== predicted) {
      throw new Disagreement(
        `run ${seed}, step ${step} (${command.do}): answered "${reply}", predicted "${predicted}"`,
      );
    }
  }
  const accounts = [...auditor.accounts()].filter((account) => account > 0n);
  const balances = await ledger.balances(accounts);
  for (const account of accounts) {
    const found = balances.get(account) ?? { posted: 0n, held: 0n };
    if (found.posted !== auditor.total(account) || found.held !== auditor.held(account)) {
      throw new Disagreement(
        `run ${seed}: account ${account} has ${found.posted}, ${found.held} held; the auditor says ${auditor.total(account)}, ${auditor.held(account)} held`,
      );
    }
  }
  await ledger.check();
  return commands.length;
}
