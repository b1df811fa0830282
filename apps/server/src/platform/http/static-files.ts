import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isApiPath } from './access-table.ts';
import { answerNotFound } from './errors.ts';

/** The build puts a hash of the content into the names below these folders: such a file never changes. */
const hashedName = /\/(?:js|css|assets)\/[^/]+-[A-Za-z0-9_-]{8,}\.[a-z0-9.]+$/;
const forever = 'public, max-age=31536000, immutable';
/** Kept, but asked for again each time: a new build must reach everyone. */
const revalidate = 'no-cache';

/**
 * Serves the built client, and answers what nothing else does. The client's routes live in the browser: any page address
 * outside the API answers index.html. With the service worker switched off, browsers get one in its place that drops
 * everything and takes itself away: they ask for that file again at every visit, past all caches, however wrong the worker
 * is that they have.
 */
export async function serveClient(
  fastify: FastifyInstance,
  folder: string,
  { isServiceWorkerOff = false } = {},
): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) {
    fastify.log.warn({ folder }, 'the client has not been built: only the API is served');
    fastify.setNotFoundHandler(answerNotFound);
    return;
  }
  await fastify.register(fastifyStatic, {
    root: folder,
    dotfiles: 'ignore',
    // The build leaves a .br and a .gz beside each file that is worth it.
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', hashedName.test(path.replaceAll('\\', '/')) ? forever : revalidate);
    },
  });
  if (isServiceWorkerOff) {
    fastify.route({
      method: ['GET', 'HEAD'],
      url: '/service-worker.js',
      // The header tells pages before they register one.
      handler: (_request, reply) => reply.header('x-service-worker', 'off').sendFile('service-worker-off.js'),
    });
  }
  fastify.setNotFoundHandler((request, reply) =>
    isPageVisit(request) ? reply.sendFile('index.html') : answerNotFound(request, reply),
  );
}

/** A browser or probe that opens a page; not a script that requests a missing file or data. */
function isPageVisit(request: FastifyRequest): boolean {
  const [path = ''] = request.url.split('?', 1);
  const belongsToApi = isApiPath(path);
  const wantsPage = /text\/html|\*\/\*/.test(request.headers.accept ?? '');
  const looksLikeFile = /\.[A-Za-z0-9]+$/.test(path);
  return request.method === 'GET' && !belongsToApi && wantsPage && !looksLikeFile;
}
