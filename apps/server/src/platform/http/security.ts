import helmet from '@fastify/helmet';
import Fastify, { type FastifyInstance } from 'fastify';

/**
 * What a page may load: only what was built with it, and own images. A frame may show any site, because the
 * webview screen is there to show one. Inline script is refused, and strings become script or markup only through a named
 * policy. Why scripts are allowed by origin: docs/adr/0021.
 */
const contentSecurityPolicy = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", 'data:', 'blob:'],
    fontSrc: ["'self'"],
    connectSrc: ["'self'"],
    manifestSrc: ["'self'"],
    workerSrc: ["'self'"],
    frameSrc: ['https:', 'http:'],
    frameAncestors: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    objectSrc: ["'none'"],
    requireTrustedTypesFor: ["'script'"],
    trustedTypes: ['dompurify', 'lode'],
  },
};

/**
 * What a browser needs on an answer that is no page: it runs nothing by itself, is in no frame, and other sites cannot load it. On a
 * slow line a page's headers on each of a dozen small files cost a quarter of a second.
 */
export const headersOfCalls = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
} as const;

/**
 * Puts their headers on every answer: few on a call's, helmet's on what may be a page. Those are the same each time, so helmet
 * is asked once, by a server of its own: building the policy anew each time stood high in the profile of a wallet read.
 */
export async function addSecurityHeaders(fastify: FastifyInstance): Promise<void> {
  const headersOfPages = await helmetHeaders();
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.headers(isNoPage(request.url) ? headersOfCalls : headersOfPages);
    done();
  });
}

/** Calls, and scripts and styles of the page; a worker's script has a page's policy, which applies inside it. */
const isNoPage = (url: string) => /^\/(?:api|js|css)\//.test(url);

async function helmetHeaders(): Promise<Record<string, string>> {
  const mirror = Fastify();
  await mirror.register(helmet, {
    contentSecurityPolicy,
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
    crossOriginEmbedderPolicy: false,
    strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: true },
  });
  const { headers } = await mirror.inject({ method: 'GET', url: '/' });
  await mirror.close();
  const own = new Set(['date', 'connection', 'content-length', 'content-type']);
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (own.has(name) ? [] : [[name, String(value)]])),
  );
}
