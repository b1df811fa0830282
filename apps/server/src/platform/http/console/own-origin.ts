import type { FastifyRequest } from 'fastify';

const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

/**
 * The console's origin when this request comes from a page of it; null for every other. What changes something must name it; another
 * read may leave it out. Without a configured origin, in the demo, it is this machine under the port that it listens on.
 */
export function ownOrigin(request: FastifyRequest, configured: string | null): string | null {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return null;
  const port = request.raw.socket.localPort;
  const own = configured === null ? loopbackNames.map((name) => `http://${name}:${port}`) : [configured];
  if (origin !== undefined) return own.includes(origin) ? origin : null;
  return request.method === 'GET' ? (own[0] ?? null) : null;
}
