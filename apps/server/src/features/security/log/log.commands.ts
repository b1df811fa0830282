import { type Command, defineCommand } from '../../../platform/commands/command.ts';
import { date } from '../../../platform/commands/option.ts';
import { readForExport } from './log.store.ts';
import { type LogCheckDeps, runLogCheck } from './nightly.ts';

const group = 'Alerts';
const batch = 1000;
const day = 24 * 60 * 60_000;

export function logCommands(deps: LogCheckDeps): Record<string, Command> {
  return { 'security-log:check': checkCommand(deps), 'security-log:export': exportCommand(deps) };
}

function checkCommand(deps: LogCheckDeps): Command {
  return defineCommand({
    group,
    summary: 'Checks the chain of the security log and the staff against it, or names faults',
    options: {},
    example: '',
    effects: 'changes',
    async run(_input, { clock, print, fail }) {
      const faults = await runLogCheck(deps, clock.now());
      for (const fault of faults) fail(fault);
      if (faults.length > 0) return 1;
      print('the security log is whole, and the staff is as it says');
      return 0;
    },
  });
}

function exportCommand({ database }: LogCheckDeps): Command {
  return defineCommand({
    group,
    summary: 'Prints the security log as JSON lines, each with its hash and the one before',
    options: { from: date('the first day, in UTC'), to: date('the last day, in UTC') },
    example: '--from 2026-11-01 --to 2026-11-30',
    effects: 'reads',
    async run({ from, to }, { print }) {
      const [first, end] = [new Date(from), new Date(new Date(to).getTime() + day)];
      let after = 0n;
      for (;;) {
        const events = await readForExport(database, { after, from: first, to: end, limit: batch });
        for (const { line } of events) print(line);
        const last = events.at(-1);
        if (last === undefined || events.length < batch) return 0;
        after = last.number;
      }
    },
  });
}
