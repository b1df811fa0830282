import { compile } from '@fastify/proxy-addr';
import { methodAndPath } from '@lode/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendRefusal } from './answers.ts';
import { transportRefusal } from './refusal.ts';

export interface ClosedCountries {
  /** Two letters each, ISO 3166-1; none: open to the whole world. */
  closedCountries: readonly string[];
  /** Where a trusted proxy writes the caller's country, in lower case. */
  countryHeader: string | null;
  /** Addresses of the proxies whose word counts. */
  trustedProxies: readonly string[];
}

/** Who runs the server must see it from anywhere, and a customer who travels must find whom to ask. */
const alwaysOpen = new Set(['/api/health', '/api/ready', methodAndPath('supportInfo').path]);

/**
 * Answers the calls of a country that the operator closed with 451, for every caller and session. The pages are
 * served: they have to say so. The header counts from a trusted proxy alone, as the last hop; any other sender can write what
 * he likes.
 */
export function closeCountries(fastify: FastifyInstance, options: ClosedCountries): void {
  const { closedCountries, countryHeader, trustedProxies } = options;
  if (closedCountries.length === 0 || countryHeader === null) return;
  const closed = new Set(closedCountries);
  const isTrusted = compile([...trustedProxies]);

  fastify.addHook('onRequest', (request, reply, done) => {
    // The route that was found, not the text that was sent: that can be written in many ways.
    const path = request.routeOptions.url ?? request.url;
    const isCall = /^\/api(?:[/?]|$)/i.test(path) && !alwaysOpen.has(path);
    if (isCall && isTrusted(request.socket.remoteAddress ?? '', 0) && isClosed(request)) {
      sendRefusal(reply, transportRefusal(451));
      return;
    }
    done();
  });

  /** Written twice, it is closed when either is: a proxy may have added its word to the caller's own. */
  function isClosed({ headers }: FastifyRequest): boolean {
    const written = [headers[countryHeader as string] ?? []].flat().join(',');
    return written.split(',').some((country) => closed.has(country.trim().toUpperCase()));
  }
}
