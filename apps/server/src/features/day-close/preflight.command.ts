import { type CloseKindName, closeKinds } from '@lode/contract/record-states';
import { type Command, defineCommand } from '../../platform/commands/command.ts';
import { choice, date, optional } from '../../platform/commands/option.ts';
import { findingInWords, type PreflightResult } from './preflight.ts';

export interface PreflightCommandPorts {
  kinds: readonly CloseKindName[];
  readonly check: (kind: CloseKindName, date: string | null, now: Date) => Promise<PreflightResult>;
}

export function preflightCommand({ kinds, check }: PreflightCommandPorts): Command {
  return defineCommand({
    group: 'Days and books',
    summary: 'Names what would stop the close of a day, hours before it',
    options: {
      date: optional(date('the day to close'), 'the one whose close is due next'),
      kind: optional(choice(closeKinds, 'one kind'), 'every kind'),
    },
    example: '--kind mining',
    effects: 'reads',
    fields: {
      kind: 'mining or coin-up',
      date: 'the day',
      stops: 'true: the close stops; false: it closes without what is named',
      reason: 'what is missing',
    },
    async run(input, { clock, print, fail }) {
      let exit = 0;
      for (const kind of kinds.filter((one) => input.kind === undefined || one === input.kind)) {
        const result = await check(kind, input.date ?? null, clock.now());
        const about = { kind, date: result.date };
        if (result.outcome === 'already-closed') {
          print(`${kind} ${result.date} is closed already`, about);
          continue;
        }
        for (const finding of result.findings)
          fail(`${kind} ${result.date} ${findingInWords(finding)}`, { ...about, ...finding });
        if (result.findings.length > 0) exit = 1;
        else print(`${kind} ${result.date}: nothing stands in the way of its close`, about);
      }
      return exit;
    },
  });
}
