import { type SignerClient, signerClient } from '@lode/signing';
import type { Logger } from 'pino';
import { alertPorts } from '../features/alerts/alerts.slice.ts';
import type { SignPort } from '../features/payouts/payouts.slice.ts';
import { loadChainConfig } from '../platform/chains/chain-config.ts';
import { type ChainNodes, chainNodes } from '../platform/chains/chain-nodes.ts';
import { readGenerations } from '../platform/chains/key-generations.ts';
import { signerJournal } from '../platform/chains/signer-journal.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Config } from '../platform/config/config.ts';
import type { Database } from '../platform/db/database.ts';
import { type EventLog, silentLog } from '../platform/log/event-log.ts';
import type { Passwords } from '../platform/secrets/passwords.ts';

/** The platform that the slices run on. */
export interface SliceDeps {
  database: Database;
  /** Lists, searches and exports of the staff: its connections are few and its statements end. Absent: the database. */
  staffReads?: Database;
  clock: Clock;
  config: Config;
  passwords: Passwords;
  /** Keys the hashes of one-time codes; the passwords have been given it already. */
  pepper: Buffer;
  /** While the pepper is being replaced: recovery codes, device cookies and queued messages made with the one before. */
  previousPepper?: Buffer | null;
  /** Absent for a command, which prints its result instead. */
  log?: Logger;
  /** Instead of the nodes of the configuration: tests bring scripted ones. */
  nodes?: ChainNodes;
  /** Instead of the signer of the configuration; null closes withdrawals. */
  sign?: SignPort | null;
  /** Runs the worker's part of a call as a test's worker does, with its role of the database. */
  readonly asWorker?: <T>(work: () => Promise<T>) => Promise<T>;
}

/** The same with every default filled in. */
export interface Platform extends Omit<SliceDeps, 'log' | 'nodes' | 'staffReads'> {
  log: EventLog;
  staffReads: Database;
  nodes: ChainNodes;
  chainConfig: ReturnType<typeof loadChainConfig>;
  isDemo: boolean;
  /** The signer of the configuration, whose journal is watched. */
  signer: SignerClient;
}

export function platformOf({ log, nodes, ...deps }: SliceDeps): Platform {
  const chainConfig = loadChainConfig(deps.config);
  const { database, clock } = deps;
  // What serves customers derives addresses only, and may not write where the journal was.
  const isWatched = deps.config.role !== 'public';
  const journal = signerJournal({ database, clock, ...alertPorts(log ?? silentLog) });
  return {
    ...deps,
    log: log ?? silentLog,
    staffReads: deps.staffReads ?? database,
    chainConfig,
    signer: signerClient(chainConfig.signer, journal),
    nodes:
      nodes ??
      chainNodes(
        chainConfig,
        signerClient({ ...chainConfig.signer, timeoutMs: 2_000 }, isWatched ? journal : undefined),
        () => readGenerations(database),
      ),
    isDemo: deps.config.mode !== 'production',
  };
}
