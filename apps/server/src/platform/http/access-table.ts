import { type CallName, methodAndPath } from '@lode/contract';
import { type ConsoleAccess, consoleRoutes } from '@lode/contract/console';
import { type Access, routes } from '@lode/contract/schemas';
import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify';
import { sendRefusal } from './answers.ts';
import type { LimitName, RequestLimits } from './limits.ts';

/**
 * Every route with its access and its request limit. Calls are in the contract, the rest is named here; a route in neither
 * cannot be registered.
 */
export interface ListedRoute {
  method: string;
  path: string;
  /** `machine`: only from the machine that the server runs on, in demo mode. */
  access: Access | 'machine' | ConsoleAccess;
  limit: LimitName;
}

const nonContractRoutes: readonly ListedRoute[] = [
  { method: 'GET', path: '/api/health', access: 'open', limit: 'status' },
  { method: 'GET', path: '/api/ready', access: 'open', limit: 'status' },
  { method: 'GET', path: '/api/openapi.json', access: 'open', limit: 'file' },
  { method: 'GET', path: '/api/content/image/:name', access: 'open', limit: 'read' },
  { method: 'GET', path: '/dev/messages', access: 'machine', limit: 'read' },
  { method: 'POST', path: '/dev/faucet', access: 'machine', limit: 'write' },
];

export const accessTable: readonly ListedRoute[] = [
  ...Object.entries(routes).map(([call, { access, limit }]) => ({
    ...methodAndPath(call as CallName),
    access,
    limit,
  })),
  ...nonContractRoutes,
];

/** The same of the console's own listener: nothing of one answers on the other. */
export const consoleTable: readonly ListedRoute[] = [
  ...Object.values(consoleRoutes).map(({ method, path, access, limit }) => ({ method, path, access, limit })),
  // The customers' pictures, public by their hash, for the previews of content.
  { method: 'GET', path: '/api/content/image/:name', access: 'open', limit: 'staff' },
];

/** Addresses that calls have to themselves: no page and no file of the client lives there. */
export function isApiPath(path: string): boolean {
  return /^\/(?:api|dev|staff)(?:\/|$)/i.test(path);
}

/** Files of the built client are public; their paths never overlap with calls. */
function isClientFile(method: string, path: string): boolean {
  return (method === 'GET' || method === 'HEAD') && !isApiPath(path);
}

export function refuseUnlistedRoutes(fastify: FastifyInstance, table = accessTable): void {
  const listed = new Set(table.map(({ method, path }) => `${method} ${path}`));
  fastify.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) {
      if (!listed.has(`${one} ${url}`) && !isClientFile(one, url)) {
        throw new Error(`${one} ${url} is not in the access table`);
      }
    }
  });
}

const limitOf = new Map(nonContractRoutes.map(({ method, path, limit }) => [`${method} ${path}`, limit]));

/** Counts requests to the routes outside the contract that are added from now on; the binding of the contract counts its own. */
export function limitNonContractRoutes(fastify: FastifyInstance, limits: RequestLimits): void {
  fastify.addHook('onRoute', (route) => {
    const limit = limitOf.get(`${String(route.method)} ${route.url}`);
    if (limit === undefined) return;
    const count: onRequestAsyncHookHandler = async (request, reply) => {
      const tooMany = await limits.take(limit, request.ip);
      if (tooMany) return sendRefusal(reply, tooMany);
    };
    route.onRequest = [count, ...[route.onRequest ?? []].flat()];
  });
}
