import { readFile, writeFile } from 'node:fs/promises';
import { longestSigningResponse } from '@lode/contract/console-paths';
import type { Command } from '../../../platform/commands/command.ts';
import { file, id, UsageError } from '../../../platform/commands/option.ts';
import { rowId } from '../../../platform/http/page.ts';
import type { Sentence } from '../../../platform/sentence.ts';
import {
  moneyRoles,
  type NeededRoles,
  type ProposalPorts,
  type StaffPorts,
} from '../../../platform/staff/authority.ts';
import { proposableCommand } from '../../../platform/staff/proposable-command.ts';
import { type StaffInput, staffCommand } from '../../../platform/staff/staff-command.ts';
import {
  describeOnline,
  exportRequest,
  importResponse,
  type OfflineDeps,
  takeOffline,
  takeOnline,
} from './offline-signing.ts';
import { noWithdrawal } from './sentences.zh.ts';

const carrying: NeededRoles = { by: ['FINANCE', 'APPROVER'] };
const group = 'Withdrawals';
const options = { id: id('the withdrawal') };

/** Signing on a machine without a network: the request and the response are carried as files. */
export function offlineCommands(deps: OfflineDeps & StaffPorts & ProposalPorts): Record<string, Command> {
  return {
    'withdrawal:offline': staffCommand(deps, carrying, {
      group,
      summary: 'Takes a withdrawal off the online signer, to be signed by files',
      options,
      example: '--id 7 --by finance --reason "large amount"',
      effects: 'changes',
      run: (given, input) => withId(given.id, input, (action) => takeOffline(deps, action)),
    }),
    'withdrawal:online': proposableCommand('withdrawal:online', deps, moneyRoles, {
      group,
      summary: 'Gives it back to the online signer',
      options,
      example: '--id 7 --by finance --approved-by approver --reason "file was lost"',
      effects: 'changes',
      async describe(given) {
        const withdrawalId = rowId(given.id);
        return withdrawalId === null ? { refused: noWithdrawal(given.id) } : describeOnline(deps, withdrawalId);
      },
      run: (given, input) => withId(given.id, input, (action) => takeOnline(deps, action)),
    }),
    'withdrawal:export': staffCommand(deps, carrying, {
      group,
      summary: 'Writes the signing request of an offline withdrawal to a new file',
      options: { ...options, file: file('the file to write; it must not exist') },
      example: '--id 7 --file request-7.txt --by finance --reason "for the vault"',
      effects: 'changes',
      run: (given, input) =>
        withId(given.id, input, (action) =>
          exportRequest(deps, action, (text) =>
            writeFile(given.file, text, { flag: 'wx', mode: 0o600 }).catch(fileError(given.file)),
          ),
        ),
    }),
    'withdrawal:import': staffCommand(deps, carrying, {
      group,
      summary: "Reads the signer's response and broadcasts the payment",
      options: { ...options, file: file("the signer's response") },
      example: '--id 7 --file response-7.txt --by finance --reason "signed in the vault"',
      effects: 'irreversible',
      async run(given, input) {
        const text = await readFile(given.file, 'utf8').catch(fileError(given.file));
        if (text.length > longestSigningResponse)
          throw new UsageError(`${given.file} is too long to be a signer's response`);
        return withId(given.id, input, (action) => importResponse(deps, action, text));
      },
    }),
  };
}

async function withId<Result>(
  text: string,
  input: StaffInput,
  act: (action: StaffInput & { id: bigint }) => Promise<Result>,
): Promise<Result | { refused: Sentence }> {
  const withdrawalId = rowId(text);
  return withdrawalId === null ? { refused: noWithdrawal(text) } : act({ ...input, id: withdrawalId });
}

const fileError =
  (path: string) =>
  (error: NodeJS.ErrnoException): never => {
    throw new UsageError(`${path}: ${error.code ?? error.message}`);
  };
