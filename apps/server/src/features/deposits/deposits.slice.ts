import type { Network } from '@lode/chain';
import type { FastifyInstance } from 'fastify';
import { type ChainNodes, isClosed, networks } from '../../platform/chains/chain-nodes.ts';
import type { Command } from '../../platform/commands/command.ts';
import type { Database, Queryable } from '../../platform/db/database.ts';
import type { Tick } from '../../platform/jobs/ticking.ts';
import type { AlertPorts } from '../../platform/log/alerts.ts';
import type { ProposalPorts, StaffPorts } from '../../platform/staff/authority.ts';
import { checkArrivalRows } from './check-arrival-rows.ts';
import { checkArrivals } from './check-arrivals.ts';
import { checkClawBacks } from './check-claw-backs.ts';
import { checkDepositRows } from './check-deposit-rows.ts';
import { checkDeposits } from './check-deposits.ts';
import { checkSuspense } from './check-suspense.ts';
import { clawBackCommand } from './claw-back.command.ts';
import { openNetworks, type SettingPort } from './coin-settings.ts';
import type { ColdPort } from './cold-port.ts';
import { attemptsBesideWork, compareCustody } from './compare-custody.ts';
import { type DepositConsoleDeps, depositsConsole } from './console/deposits.console.ts';
import { listDeposits } from './console/list-deposits.ts';
import { readWaitingDeposits } from './console/waiting-deposits.ts';
import type { CreditPorts } from './credit-final.ts';
import { type CreditSmallDeps, creditSmallCommand } from './credit-small.command.ts';
import { type CustodyPorts, custodyChecks } from './custody.ts';
import { readCustodyComparisons, readCustodyDifferences } from './custody-comparison.store.ts';
import { freezeCustomer } from './customer-freeze.store.ts';
import { depositAddress, deriveAddresses } from './deposit-address.ts';
import { readDeposits } from './deposit-page.ts';
import { type DepositSettingPort, readDepositSettings } from './deposit-settings.ts';
import { depositRoutes } from './deposits.routes.ts';
import { faucetRoutes } from './faucet.routes.ts';
import { type FollowDeps, followChain } from './follow-chain.ts';
import { skipAddressesCommand } from './skip-addresses.command.ts';
import {
  explainedWriter,
  findArrivalsOf,
  listArrivals,
  listSuspense,
  lockReopenable,
  lockStanding,
  reopenedWriter,
} from './suspense.store.ts';
import { writeOffCommand } from './write-off.command.ts';
import type { WriteOffDeps } from './write-off-deposit.ts';

export interface DepositDeps
  extends CreditPorts,
    SettingPort,
    DepositSettingPort,
    CustodyPorts,
    ColdPort,
    StaffPorts,
    ProposalPorts,
    Pick<WriteOffDeps, 'promoRemaining' | 'queueNotices'>,
    Pick<CreditSmallDeps, 'findNamedCustomer'>,
    Pick<FollowDeps, 'announce' | keyof AlertPorts | 'log' | 'blocksPerUpdate' | 'failpoint'> {
  database: Database;
  nodes: ChainNodes;
  isDemo: boolean;
}

export { combineUnposted } from './custody.ts';

export function depositsSlice(deps: DepositDeps) {
  const { database } = deps;
  const checks = custodyChecks(database, deps.nodes, deps);
  const settingsOf = (network: Network, now: Date) => readDepositSettings(database, deps, network, now);
  const opsCommands: Record<string, Command> = {
    'deposit:settle': clawBackCommand(deps),
    'deposit:write-off': writeOffCommand(deps),
    'deposit:credit-small': creditSmallCommand(deps),
    'deposit:skip-addresses': skipAddressesCommand(database, deps),
  };
  return {
    handlers: depositRoutes(deps),
    routes(fastify: FastifyInstance) {
      if (deps.isDemo) faucetRoutes(fastify, database, deps.nodes);
    },
    /** One watcher a network, for the worker: asked every few seconds, each by itself. */
    watchers: networks.map((network): Tick => followChain({ ...deps, settingsOf }, network)),
    /** As the worker does at each look at a network: derives the addresses of the next customers. */
    async deriveAddresses(network: Network): Promise<void> {
      const chain = await deps.nodes.open(network);
      if (!isClosed(chain)) await deriveAddresses(database, chain);
    },
    /** The customer's own address, as its call gives it; null while the network is closed. */
    async addressOf(network: Network, customerId: bigint, now: Date): Promise<string | null> {
      const chain = await deps.nodes.open(network);
      const isOpen = !isClosed(chain) && (await openNetworks(database, deps.nodes)).has(network);
      return isOpen ? depositAddress(database, chain, { network, customerId, now }) : null;
    },
    /** The newest of a customer's, as their list shows them. */
    depositsOf: (customerId: bigint, limit: number) =>
      readDeposits(
        database,
        customerId,
        { coin: null, id: null },
        { limit, offset: 0, after: null, size: limit, current: 1 },
      ),
    opsCommands,
    consoleHandlers: (ports: Pick<DepositConsoleDeps, 'staffReads' | 'checkAddress'>) =>
      depositsConsole({ ...deps, ...ports }),
    /** A part of the staff's list. */
    listDeposits,
    /** For security, which stops withdrawals for a reason of its own. */
    freezeCustomer,
    /** What arrivals have in SUSPENSE, for those who say what it is. */
    suspensePort: {
      lockStanding,
      writeExplained: explainedWriter(deps),
      lockReopenable,
      writeReopened: reopenedWriter(deps),
      listOrigins: listSuspense,
      listArrivals,
      findArrivalsOf,
    },
    bookChecks: [checkDeposits, checkClawBacks, checkArrivals, checkSuspense],
    replays: [checkDepositRows, checkArrivalRows],
    /** Custody by the books and by the nodes. */
    custodyChecks: checks,
    /** For the worker, which keeps what it finds. */
    compareCustody: compareCustody(database, custodyChecks(database, deps.nodes, deps, attemptsBesideWork)),
    readCustodyComparisons,
    readCustodyDifferences,
    /** Frozen, removed, or not confirmed by a second node. */
    readWaiting: (db: Queryable, now: Date, limit: number) =>
      readWaitingDeposits(db, { settingsOf, depth: deps.nodes.depth }, { now, limit }),
  };
}
