// Answers of reading calls are compressed for callers that take it, when that is worth it.
import { gunzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compressAnswers } from './compression.ts';

const long = { text: '矿机'.repeat(2000) };
let server: FastifyInstance;
beforeAll(() => {
  server = Fastify();
  compressAnswers(server);
  server.get('/api/long', () => long);
  server.get('/api/short', () => ({ text: 'short' }));
  server.get('/api/huge', () => ({ text: 'x'.repeat(300 * 1024) }));
  server.get('/page', () => long);
  server.post('/api/long', () => long);
});
afterAll(() => server.close());

const send = (url: string, encoding: string | undefined, method: 'GET' | 'POST' = 'GET') =>
  server.inject({ method, url, headers: encoding === undefined ? {} : { 'accept-encoding': encoding } });

it('compresses a long answer', async () => {
  for (const encoding of ['gzip', 'gzip, deflate, br', 'br;q=1.0, gzip;q=0.8']) {
    const { headers, rawPayload } = await send('/api/long', encoding);
    expect(headers, encoding).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(Number(headers['content-length'])).toBe(rawPayload.length);
    expect(rawPayload.length).toBeLessThan(1000);
    expect(JSON.parse(gunzipSync(rawPayload).toString())).toEqual(long);
  }
});

it('leaves it as it is for callers that do not take gzip, and says that others get another', async () => {
  for (const encoding of [undefined, 'br', 'gzip;q=0', 'xgzip', 'identity']) {
    const { headers, body } = await send('/api/long', encoding);
    expect(headers['content-encoding'], encoding).toBeUndefined();
    expect(headers.vary).toBe('accept-encoding');
    expect(JSON.parse(body)).toEqual(long);
  }
});

it.each([
  ['/api/short', 'GET'],
  ['/api/huge', 'GET'],
  ['/page', 'GET'],
  ['/api/long', 'POST'],
] as const)('leaves %s of %s as it is', async (url, method) => {
  const { headers, statusCode } = await send(url, 'gzip', method);
  expect([statusCode, headers['content-encoding'], headers.vary]).toEqual([200, undefined, undefined]);
});
