import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import product from '../../../package.json' with { type: 'json' };
import { bookChecksOf } from './composition/book-checks.ts';
import { keptLists } from './composition/kept-lists.ts';
import type { SliceDeps } from './composition/slice-deps.ts';
import { composeSlices, type Slices } from './composition/slices.ts';
import { createConsole } from './console.ts';
import { limitNonContractRoutes } from './platform/http/access-table.ts';
import { bindRoutes } from './platform/http/bind-routes.ts';
import { deviceCookie } from './platform/http/device-cookie.ts';
import { freeAnonymousCalls, requestCounts, requestLimits } from './platform/http/limits.ts';
import { proofOfWork } from './platform/http/proof-of-work.ts';
import { cleanUp, cleanUpCrontab, cleanUpJob } from './platform/http/request-clean-up.ts';
import { createHttpServer } from './platform/http/server.ts';
import { serveClient } from './platform/http/static-files.ts';
import { readiness, statusRoutes } from './platform/http/status.routes.ts';
import type { Job } from './platform/jobs/jobs.ts';
import type { Tick } from './platform/jobs/ticking.ts';

export interface AppDeps extends SliceDeps {
  log: Logger;
  /** Validate every response against its contract: tests do. */
  checksAnswers?: boolean;
}

export interface App {
  slices: Slices;
  fastify: FastifyInstance;
  /** The staff's own listener. */
  console: FastifyInstance;
  /** Reports not ready from now on: a load balancer sends no more requests, those under way are answered. */
  readonly leave: () => void;
  /** The worker's jobs by name, and the schedule of those that start by themselves. */
  jobs: Record<string, Job>;
  crontab: string;
  /** Work that the product's clock makes due: the worker calls it every few seconds. */
  ticks: readonly Tick[];
  /** Followers of the chains, each with a timer of its own: a slow node delays only its own. */
  watchers: readonly Tick[];
  /** Checks the books once a day, for hours where they are large: a timer of its own. */
  checkBooks: Tick;
  /** Alerts while no outcome of the check holds: never behind a check that takes long. */
  watchBooks: Tick;
  /** Follows the postings with the totals of their dates. */
  addTotals: Tick;
  /** Keeps the counts of the console's lists. */
  keepLists: Tick;
  /** Holds custody against the chains. */
  compareCustody: Tick;
}

export async function createApp(deps: AppDeps): Promise<App> {
  const { database, clock, config, log } = deps;
  const slices = composeSlices(deps);
  const { messages, identity, fundsPassword, riskDisclosure, machines, wallet, home } = slices;

  const fastify = await createHttpServer({
    ...config,
    log,
    pages: (server) => serveClient(server, config.clientFolder, config),
  });
  const counts = requestCounts(database);
  const limits = requestLimits(config, counts, (err) => log.warn({ event: 'limits.not-shared', err }));
  limitNonContractRoutes(fastify, limits);
  fastify.addHook('onClose', identity.flushSessionUses);
  bindRoutes(
    fastify,
    {
      ...identity.handlers,
      ...fundsPassword.handlers,
      ...slices.secondFactor.handlers,
      ...riskDisclosure.handlers,
      ...machines.handlers,
      ...wallet.handlers,
      ...slices.deposits.handlers,
      ...home.handlers,
      ...slices.earnings.handlers,
      ...slices.content.handlers,
      ...slices.coinUp.handlers,
      ...slices.withdrawals.handlers,
      ...slices.security.handlers,
      ...slices.inbox.handlers,
      ...slices.support.handlers,
      ...slices.clientFaults.handlers,
    },
    {
      clock,
      checkSession: identity.checkSession,
      limits,
      devices: deviceCookie(deps.pepper, deps.previousPepper),
      proofOfWork: proofOfWork({ database, pepper: deps.pepper, freeCalls: freeAnonymousCalls(config, counts) }),
      checksAnswers: deps.checksAnswers ?? false,
    },
  );
  const console = await createConsole(deps, slices, limits);
  messages.routes(fastify);
  slices.deposits.routes(fastify);
  slices.content.routes(fastify);
  const { ready, leave } = readiness(database);
  statusRoutes(fastify, { version: product.version, ready });

  return {
    slices,
    fastify,
    console,
    leave,
    jobs: {
      ...messages.jobs,
      ...slices.inbox.jobs,
      ...identity.jobs,
      ...fundsPassword.jobs,
      ...slices.withdrawals.jobs,
      ...slices.payouts.jobs,
      ...slices.security.jobs,
      ...slices.staff.jobs,
      [cleanUpJob]: cleanUp(database),
    },
    crontab: [
      identity.crontab,
      fundsPassword.crontab,
      slices.security.crontab,
      slices.inbox.crontab,
      slices.staff.crontab,
      cleanUpCrontab,
    ].join('\n'),
    ticks: [
      ...machines.ticks,
      ...slices.electricity.ticks,
      slices.electricity.creditTick(slices.alerts),
      ...slices.prices.ticks,
      ...slices.dayClose.ticks,
      slices.dayClose.preflightTick(slices.alerts),
      ...slices.coinUp.ticks,
    ],
    watchBooks: slices.books.watch,
    addTotals: slices.books.addTotals,
    keepLists: keptLists(database, slices.alerts, [machines.keptList, slices.customers.keptList]),
    compareCustody: slices.deposits.compareCustody,
    checkBooks: slices.books.nightly(bookChecksOf(slices)),
    watchers: [
      ...slices.deposits.watchers,
      ...slices.withdrawals.watchers,
      ...slices.payouts.watchers,
      ...slices.pageApprovals,
      ...slices.sweeps.watchers,
      ...slices.coldStorage.watchers,
      ...slices.chainMoney.watchers,
      ...slices.networkDays.watchers,
      ...slices.security.ticks,
    ],
  };
}
