import { openApiDocument } from '@lode/contract/openapi';
import type { FastifyInstance } from 'fastify';
import { okEnvelope, sendRefusal } from './answers.ts';
import { unavailable } from './refusal.ts';

export interface StatusDeps {
  version: string;
  /** Resolves when everything that answering needs is there; throws otherwise. */
  ready(): Promise<void>;
}

/** How the operator's tools see this process: alive, ready, and what it speaks. */
export function statusRoutes(fastify: FastifyInstance, { version, ready }: StatusDeps): void {
  const document = JSON.stringify(openApiDocument(version));

  fastify.get('/api/health', (_request, reply) => {
    reply.header('cache-control', 'no-store').send(okEnvelope({ status: 'alive', version }));
  });

  fastify.get('/api/ready', async (request, reply) => {
    try {
      await ready();
    } catch (error) {
      request.log.warn({ err: error }, 'not ready');
      return sendRefusal(reply, unavailable());
    }
    reply.header('cache-control', 'no-store');
    return okEnvelope({ status: 'ready', version });
  });

  fastify.get('/api/openapi.json', (_request, reply) => {
    reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(document);
  });
}
