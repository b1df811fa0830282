import {
  type ConsoleCall,
  type ConsoleData,
  type ConsoleFileCall,
  type ConsoleInput,
  consoleRoutes,
} from '@lode/contract/console';
import type { FastifyInstance } from 'fastify';
import { as } from './caller-role.ts';

export const consoleOrigin = 'https://console.example.com';

type Answered<Call extends ConsoleCall> = Call extends ConsoleFileCall ? string : ConsoleData<Call>;

/** A browser at the console: it keeps cookies and names its origin. */
export function consoleClient(fastify: FastifyInstance, { ip = '203.0.113.7' } = {}) {
  const jar = new Map<string, string>();

  async function call<Call extends ConsoleCall>(
    name: Call,
    input: ConsoleInput<Call> | object = {},
    headers: Record<string, string> = {},
  ) {
    const { method, path } = consoleRoutes[name];
    const cookie = [...jar].map(([key, value]) => `${key}=${value}`).join('; ');
    const reply = await as('staff', () =>
      fastify.inject({
        method,
        url: method === 'GET' ? `${path}?${new URLSearchParams(input as Record<string, string>)}` : path,
        remoteAddress: ip,
        headers: {
          ...(method === 'POST' && { origin: consoleOrigin, 'content-type': 'application/json' }),
          ...(cookie !== '' && { cookie }),
          ...headers,
        },
        ...(method === 'POST' && { payload: JSON.stringify(input) }),
      }),
    );
    for (const line of [reply.headers['set-cookie'] ?? []].flat()) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') jar.delete(key);
      else jar.set(key, value);
    }
    // A file is what it is; everything else is an envelope.
    const isFile = String(reply.headers['content-type']).startsWith('text/');
    const { code, data } = isFile ? { code: 200, data: reply.body } : JSON.parse(reply.body);
    return { status: reply.statusCode, code: code as number, data: data as Answered<Call>, headers: reply.headers };
  }

  return { call, jar };
}

export type StaffClients = (name: string) => ReturnType<typeof consoleClient>;

/** Members of the staff who are logged in, each with a browser and from a network of their own. */
export async function staffClients(fastify: FastifyInstance, names: readonly string[]): Promise<StaffClients> {
  const clients = new Map<string, ReturnType<typeof consoleClient>>();
  for (const [n, name] of names.entries()) {
    const client = consoleClient(fastify, { ip: `203.0.113.${n + 1}` });
    await client.call('loginByPassword', { name, password: 'Lode@Console1' });
    clients.set(name, client);
  }
  return (name) => {
    const client = clients.get(name);
    if (client === undefined) throw new Error(`${name} is not logged in`);
    return client;
  };
}
