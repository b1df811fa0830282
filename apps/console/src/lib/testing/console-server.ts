import { vi } from 'vitest';
import { permissionsOf } from './permissions.ts';

const at = '2026-11-20T06:00:00Z';

interface Server {
  role: string;
  /** What this member may propose or import; its calls are those of the role. */
  actions?: Parameters<typeof permissionsOf>[1];
  /** The data of each call by its path; what is asked for and not here fails the test. */
  data: Record<string, unknown>;
  /** Calls that answer with a file, and its name. */
  files?: Record<string, string>;
  /** Calls that are refused. */
  refusals?: Record<string, { code: number; message: string; data?: unknown } | null>;
}

/** What pages send, in its order. */
export type Sent = { path: string; body: unknown }[];

/** Each address that pages ask a server of `serveConsole` for from now on, in its order. */
export function recordAsked(): string[] {
  const serve = fetch;
  const asked: string[] = [];
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    asked.push(url);
    return serve(url, init);
  });
  return asked;
}

/** Answers for the server of the console: a member with a full session, an empty queue, and what `server` says at the time of the call. */
export function serveConsole(server: () => Server): Sent {
  const sent: Sent = [];
  vi.stubGlobal('fetch', async (url: string, { method, body }: { method: string; body?: string }) => {
    const { role, actions, data, files = {}, refusals = {} } = server();
    const [path = ''] = url.split('?');
    const factor = { factor: 'TOTP', hasNoFactor: false, idleUntil: at, expiresAt: at };
    const answers: Record<string, unknown> = {
      '/staff/session': { id: '1', name: 'me', role, stage: 'OPEN', ...factor },
      '/staff/session/permissions': permissionsOf(role, actions),
      '/staff/queue': { items: [], cut: [], failed: [], handled: null, prices: [], readAt: at },
      ...data,
    };
    const file = files[path];
    if (!(path in answers) && file === undefined) throw new Error(`${method} ${url} has no answer here`);
    if (method === 'POST') sent.push({ path, body: JSON.parse(body ?? '') });
    if (file !== undefined)
      return new Response('content', { headers: { 'content-disposition': `attachment; filename*=UTF-8''${file}` } });
    const envelope = refusals[path] ?? { code: 200, message: 'ok', data: answers[path] };
    return new Response(JSON.stringify({ data: null, ...envelope }));
  });
  return sent;
}
