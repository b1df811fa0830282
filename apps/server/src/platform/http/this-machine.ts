import type { FastifyRequest } from 'fastify';

/** Whatever proxies and networks are known to add; a header too many refused costs nothing here. */
const forwardingHeader =
  /forward|client-?ip|connecting-ip|real-ip|remote-(?:ip|addr)|originating|external-address|^via$|^cdn-loop$/;
const loopbackAddress = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Whether the person at this machine asks, directly and under its own name: for the demo's own pages.
 * A page of another site can make a browser ask; its Host (by a name that points here) or Origin gives it away.
 */
export function isFromThisMachine(request: FastifyRequest): boolean {
  const { headers, raw } = request;
  if (!loopbackAddress.test(raw.socket.remoteAddress ?? '')) return false;
  if (Object.keys(headers).some((name) => forwardingHeader.test(name))) return false;
  if (!raw.url?.startsWith('/')) return false;
  const own = `http://${headers.host ?? ''}`;
  if (!isLoopbackUrl(own) || namesHostTwice(raw.rawHeaders)) return false;
  if (!['same-origin', 'none'].includes(headers['sec-fetch-site'] ?? 'none')) return false;
  return headers.origin === undefined || headers.origin === own;
}

/** Node keeps the first of two; a proxy may have gone by the second. */
function namesHostTwice(rawHeaders: readonly string[]): boolean {
  return rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host').length > 1;
}

function isLoopbackUrl(text: string): boolean {
  return URL.canParse(text) && loopbackNames.has(new URL(text).hostname);
}
