import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { isApiPath } from '../access-table.ts';
import { answerNotFound } from '../errors.ts';

/** What the build writes where each visit has a value of its own. */
const placeholder = 'LODE-STYLE-NONCE';

/**
 * What a page of the console may load: what was built with it. antd makes styles while it runs: they carry the nonce of the visit. Of
 * Trusted Types it has one policy, which lets no markup through.
 */
const policyOf = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "frame-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');

/** What a phone would show of content: framed by the console alone, it asks the server for nothing but pictures. */
const phonePath = '/phone';
const phonePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "frame-ancestors 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** Serves the built console: any address of a page answers index.html, which is never kept. */
export async function serveConsole(fastify: FastifyInstance, folder: string): Promise<void> {
  const index = join(folder, 'index.html');
  if (!existsSync(index)) {
    fastify.log.warn({ folder }, 'the console has not been built: only its calls are served');
    fastify.setNotFoundHandler(answerNotFound);
    return;
  }
  const page = readFileSync(index, 'utf8');
  const phone = join(folder, 'phone.html');
  const phonePage = existsSync(phone) ? readFileSync(phone, 'utf8').replaceAll(/ ?nonce="[^"]*"/g, '') : null;
  for (const part of ['js', 'css', 'assets']) {
    await fastify.register(fastifyStatic, {
      root: join(folder, part),
      prefix: `/${part}/`,
      decorateReply: false,
      dotfiles: 'ignore',
      index: false,
      preCompressed: true,
      // Each name has a hash of its content.
      maxAge: '365d',
      immutable: true,
    });
  }
  fastify.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?', 1);
    if (request.method !== 'GET' || isApiPath(path) || /\.[A-Za-z0-9]+$/.test(path))
      return answerNotFound(request, reply);
    if (path === phonePath && phonePage !== null) {
      return reply
        .header('content-security-policy', phonePolicy)
        .header('x-frame-options', 'SAMEORIGIN')
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(phonePage);
    }
    const nonce = randomBytes(18).toString('base64url');
    return reply
      .header('content-security-policy', policyOf(nonce))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page.replaceAll(placeholder, nonce));
  });
}
