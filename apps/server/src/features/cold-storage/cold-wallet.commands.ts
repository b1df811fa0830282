import { type ChainAdapter, ChainUnavailable, WrongChain } from '@lode/chain';
import { type ChainNodes, isClosed, networks } from '../../platform/chains/chain-nodes.ts';
import type { DerivedAddress } from '../../platform/chains/cold-addresses.ts';
import { type Command, defineCommand } from '../../platform/commands/command.ts';
import { choice, text } from '../../platform/commands/option.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Sentence } from '../../platform/sentence.ts';
import { moneyRoles, type ProposalPorts, type StaffPorts } from '../../platform/staff/authority.ts';
import { proposableCommand } from '../../platform/staff/proposable-command.ts';
import { needsSecond, networkClosed } from '../../platform/staff/refusals.zh.ts';
import type { ConsoleResult, StaffInput } from '../../platform/staff/staff-command.ts';
import { insertWallet, keepAddresses, lockWallets, readNextNumber, readWallets } from './cold-wallet.repository.ts';
import { derivedOf } from './own-addresses.ts';
import * as say from './sentences.zh.ts';

export interface ColdWalletDeps extends StaffPorts, ProposalPorts {
  database: Database;
  nodes: Pick<ChainNodes, 'open'>;
}

export const group = 'Cold storage' as const;
const coinOf = { BITCOIN: 'BTC', ERC20: 'USDT' } as const;
/** Enough for the holders to compare with their own wallets. */
const shown = 3;

interface Given {
  network: (typeof networks)[number];
  descriptor: string;
}

/** Asks the node: outside a transaction. */
async function checkGiven(
  { database, nodes }: ColdWalletDeps,
  { network, descriptor }: Given,
): Promise<{ chain: ChainAdapter; addresses: DerivedAddress[] } | { refused: Sentence }> {
  const chain = await nodes.open(network);
  if (isClosed(chain)) return { refused: networkClosed(network, chain.closed) };
  if ((await readWallets(database, network)).some((one) => one.descriptor === descriptor))
    return { refused: say.recordedAlready };
  try {
    const derived = derivedOf(chain, descriptor);
    const addresses = Array.from({ length: derived.count(0) }, (_, number) => derived.at(number));
    const held = await chain.holdings(addresses.map((one) => ({ branch: 'house', index: one.number, ...one })));
    // Nothing that came before would be an arrival here: the books would lack it.
    if (held.some(({ coin, atomic }) => coin === coinOf[network] && atomic > 0n)) return { refused: say.hasCoins };
    return { chain, addresses };
  } catch (error) {
    if (error instanceof TypeError || error instanceof ChainUnavailable || error instanceof WrongChain)
      return { refused: say.unusable(error.message) };
    throw error;
  }
}

async function add(deps: ColdWalletDeps, given: Given, { authority, reason, now }: StaffInput): Promise<ConsoleResult> {
  const checked = await checkGiven(deps, given);
  if ('refused' in checked) return checked;
  const { by, approver } = authority;
  if (approver === null) return { refused: needsSecond(say.aWallet) };
  const { network, descriptor } = given;
  const isTaken = (error: Error & { code?: string }): ConsoleResult => {
    if (error.code === '23505') return { refused: say.addressTaken };
    if (error.code === '23514') return { refused: say.refusedByDatabase(error.message) };
    throw error;
  };
  return deps.database
    .transaction(async (dbTx): Promise<ConsoleResult> => {
      await lockWallets(dbTx);
      const wallet = await insertWallet(dbTx, {
        network,
        descriptor,
        addedAt: now,
        addedBy: by.id,
        approvedBy: approver.id,
      });
      await keepAddresses(dbTx, wallet, checked.addresses);
      const subject = `cold wallet ${wallet.id}`;
      const detail = { network, version: wallet.version, descriptor };
      await deps.recordAudit(dbTx, { at: now, authority, action: 'cold:add', subject, reason, detail });
      return { done: say.walletReceives(network, wallet.version) };
    })
    .catch(isTaken);
}

export function coldWalletCommands(deps: ColdWalletDeps): Record<string, Command> {
  return {
    'cold:add': proposableCommand('cold:add', deps, moneyRoles, {
      group,
      summary: 'Records the cold wallet of a network, or a new version of it',
      options: {
        network: choice(networks, 'of the wallet'),
        descriptor: text({
          placeholder: 'DESCRIPTOR',
          summary: 'on BITCOIN wsh(sortedmulti(2,KEY,KEY,KEY))#CHECKSUM with public keys, on ERC20 an address',
          longest: 1000,
          pattern: /^[\x21-\x7e]+$/,
          expected: say.descriptor,
        }),
      },
      example:
        '--network ERC20 --descriptor 0x52908400098527886E0F7030069857D2E4169EE7 --by finance --approved-by approver --reason "vault of the holders"',
      effects: 'irreversible',
      async describe(given) {
        const checked = await checkGiven(deps, given);
        if ('refused' in checked) return checked;
        const first = checked.addresses.slice(0, shown).map(({ address }) => address);
        return { summary: say.walletHas(given.network, first, checked.addresses.length === 1) };
      },
      run: (given, input) => add(deps, given, input),
    }),
    'cold:list': coldListCommand(deps),
  };
}

function coldListCommand({ database, nodes }: ColdWalletDeps): Command {
  return defineCommand({
    group,
    summary: 'Lists the cold wallets, each with its next address',
    options: {},
    example: '',
    effects: 'reads',
    fields: {
      network: 'BITCOIN or ERC20',
      version: 'the newest receives; older ones are still counted',
      descriptor: 'as two people recorded it',
      address: 'the next one, derived; null while the network is not open',
    },
    async run(_input, { print }) {
      let found = 0;
      for (const network of networks) {
        const chain = await nodes.open(network);
        for (const wallet of await readWallets(database, network)) {
          found += 1;
          const { version, descriptor } = wallet;
          const number = await readNextNumber(database, wallet);
          const address = isClosed(chain) ? null : derivedOf(chain, descriptor).at(number).address;
          const fields = { network, version, descriptor, address };
          print(`${network} version ${version}, next address ${address ?? 'unknown'}: ${descriptor}`, fields);
        }
      }
      if (found === 0) print('no cold wallet is recorded');
      return 0;
    },
  });
}
