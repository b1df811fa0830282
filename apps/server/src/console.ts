import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { SliceDeps } from './composition/slice-deps.ts';
import type { Slices } from './composition/slices.ts';
import { consoleTable } from './platform/http/access-table.ts';
import { bindConsole } from './platform/http/console/bind-console.ts';
import { consoleCookies } from './platform/http/console/console-cookies.ts';
import type { RequestLimits } from './platform/http/limits.ts';
import { createHttpServer } from './platform/http/server.ts';

interface ConsoleDeps extends Pick<SliceDeps, 'clock' | 'config' | 'pepper' | 'previousPepper'> {
  log: Logger;
  checksAnswers?: boolean;
}

/** The staff's own listener: its calls, with the headers of the public one and nothing else of it. */
export async function createConsole(
  { clock, config, pepper, previousPepper, log, checksAnswers = false }: ConsoleDeps,
  { staff }: Pick<Slices, 'staff'>,
  limits: RequestLimits,
): Promise<FastifyInstance> {
  const { origin } = config.console;
  const fastify = await createHttpServer({
    log,
    trustedProxies: config.trustedProxies,
    clientFolder: null,
    table: consoleTable,
  });
  bindConsole(fastify, staff.consoleHandlers, {
    clock,
    limits,
    cookies: consoleCookies(pepper, origin?.startsWith('https:') ?? false, previousPepper),
    origin,
    checkSession: staff.checkStaffSession,
    checksAnswers,
  });
  return fastify;
}
