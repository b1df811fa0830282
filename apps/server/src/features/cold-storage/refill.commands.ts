import { readFile, writeFile } from 'node:fs/promises';
import { longestPsbt } from '@lode/contract/console-paths';
import type { Command } from '../../platform/commands/command.ts';
import { amount, file, id, integer, optional, UsageError } from '../../platform/commands/option.ts';
import { readAmount } from '../../platform/commands/readers.ts';
import { rowId } from '../../platform/http/page.ts';
import { moneyRoles, type NeededRoles, type ProposalPorts, type StaffPorts } from '../../platform/staff/authority.ts';
import { proposableCommand } from '../../platform/staff/proposable-command.ts';
import { staffCommand } from '../../platform/staff/staff-command.ts';
import { group } from './cold-wallet.commands.ts';
import {
  beginRefill,
  boundRefill,
  cancelRefill,
  exportRefill,
  planRefill,
  type RefillDeps,
  submitRefill,
  textOf,
} from './refill.ts';
import { type ReleaseDeps, releaseInputs } from './release-inputs.ts';
import { refill as refillText } from './sentences.zh.ts';

const carrying: NeededRoles = { by: ['FINANCE', 'APPROVER'] };

const fileError =
  (path: string) =>
  (error: NodeJS.ErrnoException): never => {
    throw new UsageError(`${path}: ${error.code ?? error.message}`);
  };

async function readPsbt(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch(fileError(path));
  if (text.length > longestPsbt) throw new UsageError(`${path} is too long to be a PSBT`);
  return text;
}

/** Coins from cold storage to the hot wallet: two people here, and two holders with wallets of their own. */
export function refillCommands(deps: RefillDeps & ReleaseDeps & StaffPorts & ProposalPorts): Record<string, Command> {
  const orderOf = (given: { amount: string; version?: number | undefined }) => ({
    amount: readAmount(given.amount, 'BTC'),
    version: given.version ?? null,
  });
  return {
    'cold:refill': proposableCommand('cold:refill', deps, moneyRoles, {
      group,
      summary: 'Records a transaction from cold storage to the hot wallet, for its holders to sign',
      options: {
        amount: amount('in BTC, that the hot wallet receives'),
        version: optional(integer({ min: 1, max: 1_000_000 }, 'of the cold wallet that pays'), 'the newest'),
      },
      example: '--amount 2.5 --by finance --approved-by approver --reason "withdrawals of the week"',
      effects: 'changes',
      async describe(given) {
        const order = orderOf(given);
        const planned = await planRefill(deps, order);
        if ('refused' in planned) return planned;
        const { refill } = planned;
        const { txid, fee } = refill;
        return { summary: refillText(textOf(order.amount), textOf(fee), txid), bound: boundRefill(planned) };
      },
      run: (given, input) => beginRefill(deps, orderOf(given), input),
    }),
    'cold:refill-export': staffCommand(deps, carrying, {
      group,
      summary: 'Writes the unsigned PSBT of the refill to a new file',
      options: { file: file('the file to write; it must not exist') },
      example: '--file refill.psbt --by finance --reason "for the holders"',
      effects: 'reads',
      run: (given, input) =>
        exportRefill(deps, input, (text) =>
          writeFile(given.file, text, { flag: 'wx', mode: 0o600 }).catch(fileError(given.file)),
        ),
    }),
    'cold:refill-submit': staffCommand(deps, carrying, {
      group,
      summary: "Combines the holders' signatures and broadcasts the refill",
      options: {
        file: file("a holder's signed PSBT"),
        'other-file': optional(file("another holder's signed PSBT"), 'the first has both signatures'),
      },
      example: '--file one.psbt --other-file two.psbt --by finance --reason "signed by both"',
      effects: 'irreversible',
      async run(given, input) {
        const files = [given.file, given['other-file']].flatMap((path) => (path === undefined ? [] : [path]));
        return submitRefill(deps, await Promise.all(files.map(readPsbt)), input);
      },
    }),
    'cold:refill-cancel': staffCommand(deps, carrying, {
      group,
      summary: 'Gives up the refill that is under way',
      options: {},
      example: '--by finance --reason "wrong amount"',
      effects: 'changes',
      run: (_given, input) => cancelRefill(deps, input),
    }),
    'cold:free': staffCommand(deps, carrying, {
      group,
      summary: 'Releases the inputs that an overflow into cold storage has not spent',
      options: { id: id('the transfer') },
      example: '--id 7 --by finance --reason "another transaction spent its inputs"',
      effects: 'irreversible',
      async run(given, input) {
        const transferId = rowId(given.id);
        return transferId === null
          ? { refused: `there is no transfer ${given.id}` }
          : releaseInputs(deps, transferId, input);
      },
    }),
  };
}
