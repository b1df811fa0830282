import type { Network } from '@lode/chain';
import type { FastifyInstance } from 'fastify';
import { type ChainNodes, networks } from '../../platform/chains/chain-nodes.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Tick } from '../../platform/jobs/ticking.ts';
import { checkArrivals } from './check-arrivals.ts';
import { checkDeposits } from './check-deposits.ts';
import { depositMin, type SettingPort } from './coin-settings.ts';
import type { CreditPorts } from './credit-final.ts';
import { type CustodyPorts, custodyChecks } from './custody.ts';
import { depositRoutes } from './deposits.routes.ts';
import { faucetRoutes } from './faucet.routes.ts';
import { type FollowDeps, followChain } from './follow-chain.ts';
import { raiseAlarm, settleAlarm } from './trouble.ts';

export interface DepositDeps
  extends CreditPorts,
    SettingPort,
    CustodyPorts,
    Pick<FollowDeps, 'alarm' | 'tell' | 'blocksPerStep' | 'reach'> {
  database: Database;
  nodes: ChainNodes;
  isDemo: boolean;
}

export function depositsSlice(deps: DepositDeps) {
  const { database } = deps;
  const minOf = (network: Network, now: Date) => depositMin(database, deps, network, now);
  return {
    handlers: depositRoutes(deps),
    routes(fastify: FastifyInstance) {
      if (deps.isDemo) faucetRoutes(fastify, database, deps.nodes);
    },
    /** One watcher a network, for the worker: asked every few seconds, each by itself. */
    watchers: networks.map((network): Tick => followChain({ ...deps, minOf }, network)),
    bookChecks: [checkDeposits, checkArrivals],
    /** Custody by the books and by the nodes. */
    custodyChecks: custodyChecks(database, deps.nodes, deps),
    /** What somebody has to look at, told once until it has passed. */
    raiseAlarm,
    settleAlarm,
  };
}
