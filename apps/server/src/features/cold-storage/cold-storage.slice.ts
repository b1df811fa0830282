import { type ChainAdapter, ChainUnavailable, type Network, WrongChain } from '@lode/chain';
import { SignerUnavailable } from '@lode/signing';
import { isClosed, networks } from '../../platform/chains/chain-nodes.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { logDeduplicator } from '../../platform/jobs/log-deduplicator.ts';
import type { Tick } from '../../platform/jobs/ticking.ts';
import type { EventLog, LogEvent } from '../../platform/log/event-log.ts';
import { checkCold } from './check-cold.ts';
import { type ColdWalletDeps, coldWalletCommands } from './cold-wallet.commands.ts';
import { largestFeePart } from './fee-policy.ts';
import { followTransfer, recheckAfterReorg } from './follow-transfer.ts';
import { beginOverflow } from './overflow.ts';
import { keepColdAddresses, readColdAddresses } from './own-addresses.ts';
import { refillCommands } from './refill.commands.ts';
import { refillConsole } from './refill.console.ts';
import { beginRotation } from './rotate.ts';
import { readOpen, sentPayment } from './transfer.repository.ts';
import type { TransferDeps } from './transfer-ports.ts';

export interface ColdStorageDeps
  extends ColdWalletDeps,
    Omit<TransferDeps, 'database' | 'nodes' | 'signer' | 'report' | 'failpoint'> {
  log: EventLog;
  /** Null: there is no signer, and nothing goes into cold storage. */
  signer: TransferDeps['signer'] | null;
  readonly failpoint?: (point: string) => void;
}

export function coldStorageSlice({ signer, log, failpoint = () => undefined, ...given }: ColdStorageDeps) {
  const deduplicator = logDeduplicator((event: LogEvent) => log.error(event));
  const round = signer && coldRound({ ...given, signer, failpoint, report: deduplicator.report });
  return {
    opsCommands: { ...coldWalletCommands(given), ...refillCommands({ ...given, signer }) },
    consoleHandlers: (staffReads: Queryable) => refillConsole(given, staffReads),
    /** For the watcher, which looks for what comes there, and for custody, which counts it. */
    addressPort: { keepColdAddresses, readColdAddresses },
    /** A transfer of bitcoin costs at most one part of so many. */
    feePart: largestFeePart,
    watchers: round === null ? [] : [deduplicator.rounds(round)],
    replays: [checkCold],
    /** Transactions that the books do not have yet: any of them may be in a block, and costs its fee. */
    async readUnposted(db: Queryable, network: Network) {
      const chain = await given.nodes.open(network);
      if (isClosed(chain)) return [];
      return (await readOpen(db, network)).flatMap((transfer) =>
        transfer.attempts
          .filter(({ bytes }) => bytes !== null || transfer.kind === 'REFILL')
          .map((attempt) => sentPayment(chain, transfer, attempt)),
      );
    },
  };
}

function coldRound(deps: TransferDeps): Tick {
  return async (now) => {
    for (const network of networks) {
      const chain = await deps.nodes.open(network);
      if (!isClosed(chain)) await followNetwork(deps, chain, now);
    }
  };
}

/** A node or the signer that does not respond is reported, and stops no other network. */
async function followNetwork(deps: TransferDeps, chain: ChainAdapter, now: Date): Promise<void> {
  try {
    await chain.identify();
    await recheckAfterReorg(deps, chain);
    for (const transfer of await readOpen(deps.database, chain.network))
      await followTransfer(deps, chain, transfer, now);
    if (chain.network === 'BITCOIN') await beginRotation(deps, chain, now);
    await beginOverflow(deps, chain, now);
  } catch (error) {
    if (!(error instanceof ChainUnavailable || error instanceof WrongChain || error instanceof SignerUnavailable))
      throw error;
    deps.report({ event: 'cold.waiting', network: chain.network, reason: error.message });
  }
}
