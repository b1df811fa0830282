import { ChainUnavailable, numberIn, WrongChain } from '@lode/chain';
import { formatAmount } from '@lode/money';
import { type SignerClient, SignerUnavailable, seedFingerprint } from '@lode/signing';
import { type ChainNodes, isClosed, networks } from '../../platform/chains/chain-nodes.ts';
import { readGenerations } from '../../platform/chains/key-generations.ts';
import { type Command, defineCommand, type Fields } from '../../platform/commands/command.ts';
import { integer, text } from '../../platform/commands/option.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Sentence } from '../../platform/sentence.ts';
import { moneyRoles, type ProposalPorts, type StaffPorts } from '../../platform/staff/authority.ts';
import { proposableCommand } from '../../platform/staff/proposable-command.ts';
import { nodeDown, signerDown } from '../../platform/staff/refusals.zh.ts';
import type { ConsoleResult, StaffInput } from '../../platform/staff/staff-command.ts';
import { findHindrances, sumOf } from './hindrances.ts';
import {
  countPending,
  insertGeneration,
  insertRetirement,
  readRetired,
  readSmallDeposits,
} from './key-rotation.repository.ts';
import { leftAtEarlierKeys } from './left-at-earlier-keys.ts';
import * as say from './sentences.zh.ts';

export interface KeyRotationDeps extends StaffPorts, ProposalPorts {
  database: Database;
  nodes: Pick<ChainNodes, 'open'>;
  signer: Pick<SignerClient, 'info'>;
}

const group = 'Keys' as const;
const lastGeneration = 20;

export function keyRotationSlice(deps: KeyRotationDeps) {
  return {
    opsCommands: {
      'keys:begin': beginCommand(deps),
      'keys:state': stateCommand(deps),
      'keys:retire': retireCommand(deps),
    },
  };
}

interface Given {
  generation: number;
  fingerprint: string;
}

/** Asks the signer: outside a transaction. */
async function publicKeysOf(
  { signer }: KeyRotationDeps,
  { generation, fingerprint }: Given,
): Promise<{ publicKeys: string[] } | { refused: Sentence }> {
  try {
    const found = (await signer.info()).later?.[generation - 1];
    if (!found) return { refused: say.noGeneration(generation) };
    const shown = seedFingerprint(found.publicKeys);
    if (bare(shown) !== bare(fingerprint)) return { refused: say.otherFingerprint(generation, shown) };
    return { publicKeys: found.publicKeys };
  } catch (error) {
    if (error instanceof SignerUnavailable) return { refused: signerDown(error.message) };
    throw error;
  }
}

const bare = (fingerprint: string): string => fingerprint.replaceAll(' ', '').toLowerCase();

async function begin(
  deps: KeyRotationDeps,
  given: Given,
  { authority, reason, now }: StaffInput,
): Promise<ConsoleResult> {
  const found = await publicKeysOf(deps, given);
  if ('refused' in found) return found;
  const { by, approver } = authority;
  if (approver === null) return { refused: say.newKeys };
  const { generation } = given;
  return deps.database
    .transaction(async (dbTx): Promise<ConsoleResult> => {
      const people = { addedBy: by.id, approvedBy: approver.id };
      await insertGeneration(dbTx, { generation, ...found, begunAt: now, ...people });
      const subject = `generation ${generation} of the keys`;
      const detail = { generation, fingerprint: seedFingerprint(found.publicKeys) };
      await deps.recordAudit(dbTx, { at: now, authority, action: 'keys:begin', subject, reason, detail });
      return { done: say.receives(generation) };
    })
    .catch(refusedByDatabase(say.begunAlready));
}

const refusedByDatabase =
  (taken: Sentence) =>
  (error: Error & { code?: string }): ConsoleResult => {
    if (error.code === '23505') return { refused: taken };
    if (error.code === '23514') return { refused: say.refusedByDatabase(error.message) };
    throw error;
  };

function beginCommand(deps: KeyRotationDeps): Command {
  return proposableCommand('keys:begin', deps, moneyRoles, {
    group,
    summary: 'Moves addresses and coins to the next generation of the signer’s seed',
    options: {
      generation: integer({ min: 1, max: lastGeneration }, 'of the seed, as the signer’s seed:rotate printed it'),
      fingerprint: text({
        placeholder: 'FINGERPRINT',
        summary: 'of it, as that printed it',
        longest: 100,
        pattern: /^[0-9a-fA-F ]{64,100}$/,
        expected: say.fingerprint,
      }),
    },
    example:
      '--generation 1 --fingerprint 5f2d81b0c4e6a3975f2d81b0c4e6a3975f2d81b0c4e6a3975f2d81b0c4e6a397 --by finance --approved-by approver --reason "a holder left"',
    effects: 'irreversible',
    async describe(given) {
      const found = await publicKeysOf(deps, given);
      if ('refused' in found) return found;
      return { summary: say.generationIs(given.generation, seedFingerprint(found.publicKeys)) };
    },
    run: (given, input) => begin(deps, given, input),
  });
}

/** Exit code 1: something is left, or two approvers have not signed; 2: a network is not open. */
function stateCommand(deps: KeyRotationDeps): Command {
  return defineCommand({
    group,
    summary: 'Shows what is left at the keys of earlier generations of the seed',
    options: {},
    example: '',
    effects: 'reads',
    fields: {
      network: 'BITCOIN or ERC20',
      generation: 'the current one; beside `hindrance` the earlier one that it hinders',
      coin: 'BTC, USDT or ETH',
      left: 'in the smallest unit of the chain, by the node',
      addresses: 'of earlier generations that are watched',
      hindrance: 'what keeps an earlier generation from being retired, in words',
      customer: 'whose deposits there are below the minimum: deposit:credit-small credits them, then they move',
      pending: 'moves that are not final, deposits there that are not credited, refills that pay there',
      retired: 'generations that were retired',
    },
    async run(_input, { print, fail }) {
      const { database, nodes } = deps;
      let [isLeft, isUnknown] = [false, false];
      let current = 0;
      for (const network of networks) {
        const chain = await nodes.open(network);
        if (isClosed(chain)) {
          fail(`${network} is not open: ${chain.closed}`, { network });
          isUnknown = true;
          continue;
        }
        const { generation = 0 } = chain;
        current = Math.max(current, generation);
        for (const one of await leftAtEarlierKeys(database, chain)) {
          const fields = { network, generation, coin: one.coin, left: String(one.atomic), addresses: one.addresses };
          print(`${network} generation ${generation}, left at earlier keys: ${say.left(one).en}`, fields);
          isLeft ||= one.atomic > 0n;
        }
      }
      const retired = await readRetired(database);
      for (let generation = 0; generation < current; generation += 1) {
        const hindrances = retired.includes(generation) ? [] : await findHindrances(deps, generation);
        for (const { en: hindrance } of hindrances)
          print(`generation ${generation} cannot be retired: ${hindrance}`, { generation, hindrance });
        // Also of retired ones: customers go on paying to addresses that they know.
        await printSmallDeposits(database, generation, print);
      }
      const begun = (await readGenerations(database)).begun.length;
      const isBehind = begun > current && !isUnknown;
      if (isBehind) {
        const hindrance = 'it waits for two approvers at the signer';
        print(`generation ${begun} waits for two approvers at the signer`, { generation: begun, hindrance });
      }
      const pending = await countPending(database, numberIn(current, 0));
      print(`${say.underWay(pending).en}; retired: ${retired.join(', ') || 'none'}`, {
        pending: sumOf(pending),
        retired: retired.join(' '),
      });
      if (isLeft || isBehind || sumOf(pending) > 0) return 1;
      return isUnknown ? 2 : 0;
    },
  });
}

/** Customers that one generation names; more are counted. */
const mostNamed = 200;

async function printSmallDeposits(
  database: Database,
  generation: number,
  print: (line: string, fields: Fields) => void,
): Promise<void> {
  const [from, below] = [numberIn(generation, 0), numberIn(generation + 1, 0)];
  const found = await readSmallDeposits(database, { from, below, most: mostNamed });
  for (const { customerId, coin, amount, deposits } of found) {
    const fields = { generation, customer: String(customerId), coin, left: String(amount) };
    const sum = `${formatAmount(amount, coin)} ${coin} in ${deposits} ${deposits === 1 ? 'deposit' : 'deposits'}`;
    print(
      `generation ${generation}: customer ${customerId} has ${sum} below the minimum: deposit:credit-small`,
      fields,
    );
  }
  const more = (found[0]?.customers ?? 0) - found.length;
  if (more > 0) print(`generation ${generation}: and ${more} more with deposits below the minimum`, { generation });
}

function retireCommand(deps: KeyRotationDeps): Command {
  /** Why it cannot be retired now, or null. */
  const reasonOf = (generation: number): Promise<Sentence | null> =>
    findHindrances(deps, generation)
      .then(([first]) => first ?? null)
      .catch((error: unknown) => {
        if (error instanceof ChainUnavailable || error instanceof WrongChain) return nodeDown(error.message);
        throw error;
      });
  return proposableCommand('keys:retire', deps, moneyRoles, {
    group,
    summary: 'Records that nothing is left at the keys of an earlier generation of the seed',
    options: { generation: integer({ min: 0, max: lastGeneration - 1 }, 'of the seed') },
    example: '--generation 0 --by finance --approved-by approver --reason "all is moved"',
    effects: 'changes',
    async describe({ generation }) {
      const refused = await reasonOf(generation);
      return refused === null ? { summary: say.nothingLeft(generation) } : { refused };
    },
    async run({ generation }, { authority, reason, now }) {
      const refused = await reasonOf(generation);
      if (refused !== null) return { refused };
      const { by, approver } = authority;
      if (approver === null) return { refused: say.retirement };
      return deps.database
        .transaction(async (dbTx): Promise<ConsoleResult> => {
          await insertRetirement(dbTx, { generation, at: now, by: by.id, approvedBy: approver.id });
          const subject = `generation ${generation} of the keys`;
          const detail = { generation };
          await deps.recordAudit(dbTx, { at: now, authority, action: 'keys:retire', subject, reason, detail });
          return { done: say.retired(generation) };
        })
        .catch(refusedByDatabase(say.retiredAlready));
    },
  });
}
