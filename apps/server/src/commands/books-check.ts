import { type Difference, describeDifference, type Month } from '@lode/ledger';
import { formatAmount } from '@lode/money';
import type { CustodyCheck } from '../features/deposits/custody.ts';
import { type Command, type CommandContext, defineCommand } from '../platform/commands/command.ts';
import { flag } from '../platform/commands/option.ts';

/** The outcome stops payments or lets them leave, as that of the night does. Exit code 0: the books balance; 1: they differ; 2: nothing differs, but a chain could not be asked. */
export function booksCheck(
  check: (now: Date) => Promise<Difference[]>,
  custodyChecks: readonly CustodyCheck[],
  readKept: () => Promise<{ ledger: Month[]; days: Month[] }>,
): Command {
  return defineCommand({
    group: 'Days and books',
    summary: 'Checks that the books balance, or names each difference (exit 1)',
    options: { chains: flag('also compare custody with what the nodes say') },
    example: '--chains',
    effects: 'changes',
    fields: {
      coin: 'of custody',
      ledger: 'of custody: the balance in the books',
      chain: 'of custody: the balance on the chain',
    },
    async run({ chains }, context) {
      const { clock, print, fail, progress } = context;
      progress('checking the books …');
      const differences = await check(clock.now());
      for (const difference of differences) fail(describeDifference(difference));
      if (differences.length > 0) {
        fail(
          `${differences.length} ${differences.length === 1 ? 'difference' : 'differences'}: the books do not balance`,
        );
        return 1;
      }
      print('the books balance');
      const { ledger, days } = await readKept();
      if (ledger.length > 0) print(`kept elsewhere, of the ledger: ${ledger.join(', ')}`);
      if (days.length > 0) print(`kept elsewhere, of days: ${days.join(', ')}`);
      if (ledger.length + days.length > 0) print('rows of the product were not compared with postings');
      return chains ? compareCustody(custodyChecks, context) : 0;
    },
  });
}

async function compareCustody(
  checks: readonly CustodyCheck[],
  { print, fail, progress }: CommandContext,
): Promise<number> {
  let [isDifferent, isUnknown] = [false, false];
  progress('asking the nodes …');
  for (const custody of (await Promise.all(checks.map((check) => check()))).flat()) {
    if ('unknown' in custody) {
      fail(`custody ${custody.coin} cannot be compared: ${custody.unknown}`, { coin: custody.coin });
      isUnknown = true;
      continue;
    }
    const { coin } = custody;
    const [ledger, chain] = [formatAmount(custody.ledger, coin), formatAmount(custody.chain, coin)];
    const line = `custody ${coin} ledger ${ledger} chain ${chain}`;
    if (custody.ledger === custody.chain) print(line, { coin, ledger, chain });
    else {
      const difference = formatAmount(custody.ledger - custody.chain, coin);
      fail(`${line}: a difference of ${difference}`, { coin, ledger, chain });
      isDifferent = true;
    }
  }
  if (isDifferent) return 1;
  return isUnknown ? 2 : 0;
}
