import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/db/database.ts';
import { sendRefusal } from '../../platform/http/answers.ts';
import { notFound } from '../../platform/http/refusal.ts';
import { imageFolder, readImageName } from './image-address.ts';
import { findImage } from './images.store.ts';

const mediaTypes = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp', gif: 'image/gif' } as const;

/** Opened as a page of its own it may do nothing at all. */
const imagePolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** Public images by their hash: only staff publish them, never anything of a customer. */
export function imageRoutes(fastify: FastifyInstance, database: Database): void {
  fastify.get<{ Params: { name: string } }>(`${imageFolder}/:name`, async (request, reply) => {
    const asked = readImageName(request.params.name);
    const tag = asked && `"${asked.hash.toString('hex')}"`;
    const isKept = tag !== null && request.headers['if-none-match'] === tag;
    const bytes = asked && (await findImage(database, asked.hash, asked.type));
    if (asked === null || bytes === null) return sendRefusal(reply, notFound());
    reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('etag', tag)
      .header('content-security-policy', imagePolicy)
      .header('x-content-type-options', 'nosniff')
      .type(mediaTypes[asked.type]);
    return isKept ? reply.code(304).send() : reply.send(bytes);
  });
}
