import { openApiDocument } from '@lode/contract/openapi';
import type { FastifyInstance } from 'fastify';
import { type Database, execute } from '../db/database.ts';
import { query } from '../db/query.ts';
import { okEnvelope, sendRefusal } from './answers.ts';
import { unavailable } from './refusal.ts';

const reachable = query('app.ready', 'select from customer limit 1');

export interface StatusDeps {
  version: string;
  /** Throws while the process cannot serve requests. */
  readonly ready: () => Promise<void>;
}

/** Ready while the database answers and until `leave` is called. */
export function readiness(database: Database) {
  let isLeaving = false;
  return {
    async ready(): Promise<void> {
      if (isLeaving) throw new Error('the server is shutting down');
      await execute(database, reachable);
    },
    leave(): void {
      isLeaving = true;
    },
  };
}

/** For the operator's tools: liveness, readiness, and the OpenAPI document. */
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
