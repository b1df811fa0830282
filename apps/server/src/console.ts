import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { SliceDeps } from './composition/slice-deps.ts';
import type { Slices } from './composition/slices.ts';
import { consoleTable } from './platform/http/access-table.ts';
import { sendRefusal } from './platform/http/answers.ts';
import { bindConsole } from './platform/http/console/bind-console.ts';
import { consoleCookies } from './platform/http/console/console-cookies.ts';
import { serveConsole } from './platform/http/console/console-pages.ts';
import type { RequestLimits } from './platform/http/limits.ts';
import { createHttpServer } from './platform/http/server.ts';

interface ConsoleDeps extends Pick<SliceDeps, 'clock' | 'config' | 'pepper' | 'previousPepper'> {
  log: Logger;
  checksAnswers?: boolean;
}

/** The staff's own listener: its pages and calls, with the headers of the public one and nothing else of it. */
export async function createConsole(
  { clock, config, pepper, previousPepper, log, checksAnswers = false }: ConsoleDeps,
  slices: Slices,
  limits: RequestLimits,
): Promise<FastifyInstance> {
  const { origin } = config.console;
  const fastify = await createHttpServer({
    log,
    trustedProxies: config.trustedProxies,
    pages: (server) => serveConsole(server, config.console.folder),
    table: consoleTable,
  });
  const handlers = {
    ...slices.staff.consoleHandlers,
    ...slices.workQueue.consoleHandlers,
    ...slices.alerts.consoleHandlers,
    ...slices.health.consoleHandlers,
    ...slices.support.consoleHandlers,
    ...slices.inbox.consoleHandlers,
    ...slices.content.consoleHandlers,
    ...slices.imports.consoleHandlers,
    ...slices.exporting.consoleHandlers,
    ...slices.search.consoleHandlers,
    ...slices.customers.consoleHandlers,
    ...slices.identity.consoleHandlers,
    ...slices.machines.consoleHandlers,
    ...slices.electricity.consoleHandlers,
    ...slices.coldStorage.consoleHandlers,
    ...slices.repairs.consoleHandlers,
    ...slices.days.consoleHandlers,
    ...slices.books.consoleHandlers,
    ...slices.networkDays.consoleHandlers,
    ...slices.proposing.consoleHandlers,
    ...slices.permissions.consoleHandlers,
    ...slices.settings.consoleHandlers,
    ...slices.coinUp.consoleHandlers,
    ...slices.withdrawals.consoleHandlers,
    ...slices.proposals.consoleHandlers,
    ...slices.depositPages.consoleHandlers,
    ...slices.chainMoney.consoleHandlers,
    ...slices.payouts.consoleHandlers,
    ...slices.suspense.consoleHandlers,
  };
  bindConsole(fastify, handlers, {
    clock,
    limits,
    cookies: consoleCookies(pepper, origin?.startsWith('https:') ?? false, previousPepper),
    origin,
    checkSession: slices.staff.checkStaffSession,
    recordRefusedRole: slices.staff.recordRefusedRole,
    checksAnswers,
  });
  fastify.register(async (pictures) => {
    pictures.addHook('onRequest', async (request, reply) => {
      const tooMany = await limits.take('staff', request.ip);
      if (tooMany) return sendRefusal(reply, tooMany);
    });
    slices.content.routes(pictures);
  });
  return fastify;
}
