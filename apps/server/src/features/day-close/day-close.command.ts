import { type Command, readArguments, UsageError, wanted } from '../../platform/commands/command.ts';
import { readDate } from '../../platform/commands/readers.ts';
import type { CloseResult } from './close-day.ts';
import { type CloseKindName, closeKindNames } from './close-kind.ts';

export interface DayCloseCommandPorts {
  /** The kinds that have steps, in the order in which they close. */
  kinds: readonly CloseKindName[];
  close(kind: CloseKindName, date: string, now: Date): Promise<CloseResult>;
}

const unable = 2;

/**
 * `npm run day-close -- --date D [--kind mining|coin-up]`: every kind that there is, without `--kind`; one that cannot close stops no other. Exit code 0 when
 * the day is closed, now or before; 2 when it cannot be, with the reason.
 */
export function dayCloseCommand({ kinds, close }: DayCloseCommandPorts): Command {
  return async ({ clock, print, fail }, args) => {
    const { values } = readArguments(args, { date: { type: 'string' }, kind: { type: 'string' } });
    const date = readDate(wanted(values, 'date'));
    const asked = values.kind === undefined ? kinds : [readKind(values.kind)];
    let exit = 0;
    for (const kind of asked) {
      if (!kinds.includes(kind)) {
        fail(`${kind} ${date} cannot close: nothing closes such days here`);
        return unable;
      }
      const result = await close(kind, date, clock.now());
      if (result.outcome === 'refused') {
        for (const reason of result.reasons) fail(`${kind} ${date} cannot close: ${reason}`);
        exit = unable;
      } else if (result.outcome === 'already-closed') {
        print(`${kind} ${date} is closed already: nothing was changed`);
        result.warnings.forEach(print);
      } else result.lines.forEach(print);
    }
    return exit;
  };
}

function readKind(text: string): CloseKindName {
  const kind = closeKindNames.find((name) => name === text);
  if (!kind) throw new UsageError(`--kind is ${closeKindNames.join(' or ')}`);
  return kind;
}
