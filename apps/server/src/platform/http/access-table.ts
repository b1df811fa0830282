import { type CallName, methodAndPath } from '@lode/contract';
import { type Access, routes } from '@lode/contract/schemas';
import type { FastifyInstance } from 'fastify';

/**
 * Who may ask for what, completely. Calls stand in the contract; the rest is named here. A route that stands in neither
 * cannot be registered: nothing is reachable that was not decided on.
 */
export interface ListedRoute {
  method: string;
  path: string;
  /** `machine`: only from the machine that the server runs on, in demo mode. */
  access: Access | 'machine';
}

const beyondTheContract: readonly ListedRoute[] = [
  { method: 'GET', path: '/api/health', access: 'open' },
  { method: 'GET', path: '/api/ready', access: 'open' },
  { method: 'GET', path: '/api/openapi.json', access: 'open' },
  { method: 'GET', path: '/api/content/image/:name', access: 'open' },
  { method: 'GET', path: '/dev/messages', access: 'machine' },
  { method: 'POST', path: '/dev/faucet', access: 'machine' },
];

export const accessTable: readonly ListedRoute[] = [
  ...Object.entries(routes).map(([call, { access }]) => ({ ...methodAndPath(call as CallName), access })),
  ...beyondTheContract,
];

const listed = new Set(accessTable.map(({ method, path }) => `${method} ${path}`));

/** Addresses that calls have to themselves: no page and no file of the client lives there. */
export function isOfCalls(path: string): boolean {
  return /^\/(?:api|dev|staff)(?:\/|$)/i.test(path);
}

/** Files of the built client are public; their paths never overlap with calls. */
function isClientFile(method: string, path: string): boolean {
  return (method === 'GET' || method === 'HEAD') && !isOfCalls(path);
}

export function refuseUnlistedRoutes(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) {
      if (!listed.has(`${one} ${url}`) && !isClientFile(one, url)) {
        throw new Error(`${one} ${url} stands in no access table`);
      }
    }
  });
}
