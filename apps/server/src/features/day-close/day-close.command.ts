import { type CloseKindName, closeKinds } from '@lode/contract/record-states';
import { type Command, defineCommand } from '../../platform/commands/command.ts';
import { choice, date, optional } from '../../platform/commands/option.ts';
import type { CloseResult } from './close-day.ts';

export interface DayCloseCommandPorts {
  /** The kinds that close days, in the order in which they close. */
  kinds: readonly CloseKindName[];
  readonly close: (kind: CloseKindName, date: string, now: Date) => Promise<CloseResult>;
}

const unable = 2;

/** A kind that cannot close stops no other. */
export function dayCloseCommand({ kinds, close }: DayCloseCommandPorts): Command {
  return defineCommand({
    group: 'Days and books',
    summary: 'Closes a day, or says why it cannot',
    options: { date: date('the day to close'), kind: optional(choice(closeKinds, 'one kind'), 'every kind') },
    example: '--date 2026-11-20 --kind mining',
    effects: 'irreversible',
    fields: { kind: 'mining or coin-up', date: 'the day', outcome: 'closed, already-closed or refused' },
    async run(input, { clock, print, fail, progress }) {
      let exit = 0;
      for (const kind of input.kind === undefined ? kinds : [input.kind]) {
        const about = { kind, date: input.date };
        if (!kinds.includes(kind)) {
          fail(`${kind} ${input.date} cannot close: days of this kind do not close here`, {
            ...about,
            outcome: 'refused',
          });
          return unable;
        }
        progress(`closing ${kind} ${input.date} …`);
        const result = await close(kind, input.date, clock.now());
        const fields = { ...about, outcome: result.outcome };
        if (result.outcome === 'refused') {
          for (const reason of result.reasons) fail(`${kind} ${input.date} cannot close: ${reason}`, fields);
          exit = unable;
        } else if (result.outcome === 'already-closed') {
          print(`${kind} ${input.date} is closed already: nothing was changed`, fields);
          for (const warning of result.warnings) print(warning, fields);
        } else for (const line of result.lines) print(line, fields);
      }
      return exit;
    },
  });
}
