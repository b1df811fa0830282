// Proves that credentials of the URL are sent and never leaked, and that refusals and failures are distinguished.
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { jsonRpc } from './json-rpc.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function node(answer: RequestListener): Promise<(credentials?: string) => ReturnType<typeof jsonRpc>> {
  const server = createServer((request, response) => {
    request.resume();
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return (credentials = '') =>
    jsonRpc({ url: `http://${credentials}127.0.0.1:${port}/v3/key`, timeoutMs: 2000, maxBytes: 1000 });
}

const responds =
  (body: unknown, status = 200): RequestListener =>
  (_, response) =>
    response.writeHead(status).end(JSON.stringify(body));

it('credentials go into a header, and into no message', async () => {
  let seen: string | undefined;
  const connectTo = await node((request, response) => {
    seen = request.headers.authorization;
    response.writeHead(401).end('no');
  });
  const failure = await connectTo('us%40er:pa%20ss@')
    .ask('eth_chainId')
    .catch((error: unknown) => error);
  expect(Buffer.from(seen?.slice(6) ?? '', 'base64').toString()).toBe('us@er:pa ss');
  expect(failure).toMatchObject({ name: 'ChainUnavailable', reason: 'down' });
  expect(String(failure)).not.toMatch(/er|ss@|key|v3/);
});

describe('an answer', () => {
  it('is distinguished from a refusal and from a malformed response', async () => {
    expect(await (await node(responds({ id: 0, result: '0x1' })))().ask('a')).toBe('0x1');
    expect(
      await (
        await node(
          responds([
            { id: 1, result: 2 },
            { id: 0, result: 1 },
          ]),
        )
      )().askAll([
        { method: 'a', params: [] },
        { method: 'b', params: [] },
      ]),
    ).toEqual([1, 2]);
    const refusal = { name: 'NodeRefusal', code: -32601, message: 'no such method' };
    for (const id of [0, null]) {
      const refused = (await node(responds({ id, error: { code: -32601, message: 'no such method' } }, 400)))();
      await expect(refused.ask('a')).rejects.toMatchObject(refusal);
    }
    for (const nonsense of [null, [], 5, 'x', { id: 0 }, { id: 7, result: 1 }, [{ id: 0, result: 1 }]]) {
      const silly = (await node(responds(nonsense)))();
      await expect(
        silly.askAll([
          { method: 'a', params: [] },
          { method: 'b', params: [] },
        ]),
      ).rejects.toMatchObject({ reason: 'malformed' });
    }
    await expect((await node((_, response) => response.writeHead(429).end()))().ask('a')).rejects.toMatchObject({
      reason: 'refused',
    });
    await expect(
      (await node((_, response) => response.writeHead(301, { location: '/' }).end()))().ask('a'),
    ).rejects.toMatchObject({ reason: 'down' });
  });
});
