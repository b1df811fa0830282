import type { Network } from '@lode/chain';
import type { FastifyInstance } from 'fastify';
import { type ChainNodes, isClosed, networks } from '../../platform/chains/chain-nodes.ts';
import type { Command } from '../../platform/commands/command.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Tick } from '../../platform/jobs/ticking.ts';
import type { AlertPorts } from '../../platform/log/alerts.ts';
import type { StaffPorts } from '../../platform/staff/authority.ts';
import { checkArrivals } from './check-arrivals.ts';
import { checkClawBacks } from './check-claw-backs.ts';
import { checkDeposits } from './check-deposits.ts';
import type { ClawBackDeps } from './claw-back-deposit.ts';
import { depositMin, openNetworks, type SettingPort } from './coin-settings.ts';
import type { CreditPorts } from './credit-final.ts';
import { type CustodyPorts, custodyChecks } from './custody.ts';
import { depositAddress } from './deposit-address.ts';
import { readDeposits } from './deposit-page.ts';
import { depositRoutes } from './deposits.routes.ts';
import { faucetRoutes } from './faucet.routes.ts';
import { type FollowDeps, followChain } from './follow-chain.ts';
import { clawBackCommand } from './settle.command.ts';
import { skipAddressesCommand } from './skip-addresses.command.ts';

export interface DepositDeps
  extends CreditPorts,
    SettingPort,
    CustodyPorts,
    StaffPorts,
    Pick<ClawBackDeps, 'promoRemaining'>,
    Pick<FollowDeps, keyof AlertPorts | 'log' | 'blocksPerStep' | 'failpoint'> {
  database: Database;
  nodes: ChainNodes;
  isDemo: boolean;
}

export { combineUnsettled } from './custody.ts';

export function depositsSlice(deps: DepositDeps) {
  const { database } = deps;
  const minOf = (network: Network, now: Date) => depositMin(database, deps, network, now);
  const opsCommands: Record<string, Command> = {
    'deposit:settle': clawBackCommand(deps),
    'deposit:skip-addresses': skipAddressesCommand(database, deps),
  };
  return {
    handlers: depositRoutes(deps),
    routes(fastify: FastifyInstance) {
      if (deps.isDemo) faucetRoutes(fastify, database, deps.nodes);
    },
    /** One watcher a network, for the worker: asked every few seconds, each by itself. */
    watchers: networks.map((network): Tick => followChain({ ...deps, minOf }, network)),
    /** The customer's own address, as its call gives it; null while the network is closed. */
    async addressOf(network: Network, customerId: bigint, now: Date): Promise<string | null> {
      const chain = await deps.nodes.open(network);
      const isOpen = !isClosed(chain) && (await openNetworks(database, deps.nodes)).has(network);
      return isOpen ? depositAddress(database, chain, { network, customerId, now }) : null;
    },
    /** The newest of a customer's, as their list shows them. */
    depositsOf: (customerId: bigint, limit: number) =>
      readDeposits(database, customerId, null, { limit, offset: 0, after: null, size: limit, current: 1 }),
    opsCommands,
    bookChecks: [checkDeposits, checkClawBacks, checkArrivals],
    /** Custody by the books and by the nodes. */
    custodyChecks: custodyChecks(database, deps.nodes, deps),
  };
}
