import { readFile, writeFile } from 'node:fs/promises';
import { type Command, UsageError, wanted } from '../../../platform/commands/command.ts';
import { rowId } from '../../../platform/http/page.ts';
import { moneyDeed, type NeededRoles, type StaffPorts } from '../../../platform/staff/authority.ts';
import { type Deed, type DeedResult, staffCommand } from '../../../platform/staff/staff-command.ts';
import { exportRequest, importResponse, type OfflineDeps, takeOffline, takeOnline } from './offline-signing.ts';

const carrying: NeededRoles = { by: ['FINANCE', 'APPROVER'] };
/** A response holds one transaction. */
const longestFile = 1024 * 1024;

/**
 * `withdrawal:offline --id N` takes it off the wire (`withdrawal:online`, by two people, puts it
 * back), `withdrawal:export --id N --file F` writes the request, `withdrawal:import --id N --file F` reads the response.
 */
export function offlineCommands(deps: OfflineDeps & StaffPorts): Record<string, Command> {
  return {
    'withdrawal:offline': staffCommand(deps, carrying, ['id'], (options, deed) =>
      ofId(options.id, deed, (command) => takeOffline(deps, command)),
    ),
    'withdrawal:online': staffCommand(deps, moneyDeed, ['id'], (options, deed) =>
      ofId(options.id, deed, (command) => takeOnline(deps, command)),
    ),
    'withdrawal:export': staffCommand(deps, carrying, ['id', 'file'], (options, deed) => {
      const file = wanted(options, 'file');
      return ofId(options.id, deed, (command) =>
        exportRequest(deps, command, (text) => writeFile(file, text, { flag: 'wx', mode: 0o600 }).catch(failure(file))),
      );
    }),
    'withdrawal:import': staffCommand(deps, carrying, ['id', 'file'], async (options, deed) => {
      const file = wanted(options, 'file');
      const text = await readFile(file, 'utf8').catch(failure(file));
      if (text.length > longestFile) throw new UsageError(`${file} is too long to be a response`);
      return ofId(options.id, deed, (command) => importResponse(deps, command, text));
    }),
  };
}

async function ofId(
  text: string | undefined,
  deed: Deed,
  work: (command: Deed & { id: bigint }) => Promise<DeedResult>,
): Promise<DeedResult> {
  const id = rowId(wanted({ id: text }, 'id'));
  return id === null ? { refused: `there is no withdrawal ${text}` } : work({ ...deed, id });
}

const failure =
  (file: string) =>
  (error: NodeJS.ErrnoException): never => {
    throw new UsageError(`${file}: ${error.code ?? error.message}`);
  };
