// Canaries are planted in everything that reaches a log; no line may hold one.
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../config/config.ts';
import { createHttpServer } from '../http/server.ts';
import { serveClient } from '../http/static-files.ts';
import { createLog, type Log } from './log.ts';

const canary = 'canary-7f3a91';
const givenSecret = 'known-4b81c2';

function listeningLog(): { log: Log; lines: string[] } {
  const lines: string[] = [];
  const config = loadConfig({
    DATABASE_URL: `postgres://lode:${givenSecret}@db.internal/lode?sslmode=verify-full`,
    PASSWORD_PEPPER: `${givenSecret}-as-a-pepper`,
    LOG_LEVEL: 'trace',
  });
  return { log: createLog(config, { write: (line: string) => void lines.push(line) }), lines };
}

/** Each plants one canary in a place of its own. */
const plantings: Record<string, (log: Log) => void> = {
  'a field': (log) => log.info({ password: canary }, 'x'),
  'a nested field': (log) => log.info({ input: { user: [{ fundsPassword: canary, code: canary }] } }, 'x'),
  'a field in other spelling': (log) => log.info({ headers: { AccessToken: canary, 'Set-Cookie': canary } }, 'x'),
  'a column of a row': (log) => log.info({ row: { token_hash: canary, password_hash: canary } }, 'x'),
  'a child logger': (log) => log.child({ accessToken: canary }).info('x'),
  'a query in a message': (log) => log.info(`POST /api/user/login?account=1&password=${canary}&code=${canary}`),
  'a query in a field': (log) => log.info({ url: `/api/user/login?password=${canary}` }, 'x'),
  'the address of a database': (log) => log.info(`cannot reach postgres://lode:${canary}@db/lode`),
  'the message of an error': (log) => log.error(new Error(`connect smtps://robot:${canary}@mail failed`)),
  'the cause of an error': (log) =>
    log.error({ err: new Error('x', { cause: new Error(`token=${canary}`) }) }, 'failed'),
  'a field of an error': (log) =>
    log.error({ err: Object.assign(new Error('x'), { detail: canary, parameters: [canary], code: '23505' }) }, 'x'),
  'JSON in a text': (log) => log.warn(`body was ${JSON.stringify({ account: '1', newPassword: canary })}`),
  bytes: (log) => log.warn({ sent: Buffer.from(canary) }, 'x'),
  'a secret of the configuration': (log) => log.info({ anything: `it is ${givenSecret}` }, givenSecret),
};

const leaks = (lines: string[]) => lines.filter((line) => line.includes(canary) || line.includes(givenSecret));

describe('the log', () => {
  it.each(Object.entries(plantings))('keeps a secret out: %s', (_place, plant) => {
    const { log, lines } = listeningLog();
    plant(log);
    expect(lines).toHaveLength(1);
    expect(leaks(lines)).toEqual([]);
  });

  it('is one line an event, in UTC, whatever stands in it', () => {
    const { log, lines } = listeningLog();
    log.info({ name: 'a\n{"level":"error"}' }, 'first\nsecond\u2028third\u001b[2J');
    expect(lines).toHaveLength(1);
    expect([...(lines[0]?.trimEnd() ?? '')].filter((character) => character < ' ')).toEqual([]);
    expect(JSON.parse(lines[0] ?? '').time).toMatch(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/);
  });

  it('keeps what helps: kind, text and code of an error', () => {
    const { log, lines } = listeningLog();
    log.error({ err: Object.assign(new RangeError('out of reach'), { code: 'ECONNREFUSED' }) }, 'failed');
    const { err, level, msg } = JSON.parse(lines[0] ?? '');
    expect({ level, msg, type: err.type, message: err.message, code: err.errorCode }).toEqual({
      level: 'error',
      msg: 'failed',
      type: 'RangeError',
      message: 'out of reach',
      code: 'ECONNREFUSED',
    });
    expect(err.stack).toContain('log.test.ts');
  });

  it('stays silent about what a request carries, whatever goes wrong with it', async () => {
    const { log, lines } = listeningLog();
    const fastify = await createHttpServer({ log, pages: (server) => serveClient(server, 'nowhere') });
    fastify.post('/api/user/login', (request) => {
      throw Object.assign(new Error(`input was ${JSON.stringify(request.body)}`), { request: request.raw });
    });
    const headers = { accessToken: canary, cookie: `session=${canary}` };
    const payload = { password: canary };
    await fastify.inject({ method: 'POST', url: `/api/user/login?password=${canary}`, headers, payload });
    await fastify.inject({ method: 'POST', url: `/api/nowhere?code=${canary}`, headers, payload });
    await fastify.close();
    expect(lines.length).toBeGreaterThan(0);
    expect(leaks(lines)).toEqual([]);
  });

  it('would be caught without the redaction (broken control)', () => {
    const lines: string[] = [];
    const bare = pino({}, { write: (line: string) => void lines.push(line) });
    for (const plant of Object.values(plantings)) plant(bare);
    expect(leaks(lines).length).toBeGreaterThan(10);
  });
});
