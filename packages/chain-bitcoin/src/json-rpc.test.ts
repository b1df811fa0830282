// Proves that every failure of a node is classified, responses are bounded, and no amount passes through a float.
import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { JsonRpc, quoteDecimals, RpcRefusal } from './json-rpc.ts';
import { brokenNode } from './testing/broken-node.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function nodeSaying(body: string): Promise<JsonRpc> {
  const { url, close } = await brokenNode(() => body);
  const rpc = new JsonRpc({ url, timeoutMs: 2_000 });
  closers.push(async () => {
    rpc.close();
    await close();
  });
  return rpc;
}

describe('an answer', () => {
  it('is handed over', async () => {
    const rpc = await nodeSaying('{"result":{"a":1.5},"error":null,"id":"x"}');
    expect(await rpc.call('anything')).toEqual({ a: 1.5 });
    expect(await rpc.call('anything', [], { exactDecimals: true })).toEqual({ a: '1.5' });
  });

  it.each([
    ['no JSON', 'nothing'],
    ['no object', '[1]'],
    ['no result', '{"error":null}'],
    ['an error without a code', '{"result":null,"error":{"message":"x"}}'],
    ['an error that is a text', '{"result":null,"error":"x"}'],
    ['too long', `{"result":"${'a'.repeat(1_100_000)}"}`],
  ])('with %s is garbage', async (_, body) => {
    const rpc = await nodeSaying(body);
    await expect(rpc.call('anything')).rejects.toMatchObject({ name: 'ChainUnavailable', reason: 'malformed' });
  });

  it("with an error is the node's refusal, but a node that still loads is down", async () => {
    const refusing = await nodeSaying('{"result":null,"error":{"code":-5,"message":"Block not found"}}');
    await expect(refusing.call('anything')).rejects.toEqual(new RpcRefusal(-5, 'Block not found'));
    const loading = await nodeSaying('{"result":null,"error":{"code":-28,"message":"Loading block index…"}}');
    await expect(loading.call('anything')).rejects.toMatchObject({ name: 'ChainUnavailable', reason: 'down' });
  });
});

it.each([1, 2])('%i kept connections that the node has just closed are replaced by a new one, once', async (kept) => {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    const number = connections;
    let calls = 0;
    socket.on('error', () => {});
    socket.on('data', () => {
      calls += 1;
      if (number <= kept && calls === 2) return void socket.destroy();
      const body = `{"result":${number},"error":null}`;
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as { port: number };
  const rpc = new JsonRpc({ url: `http://u:p@127.0.0.1:${port}`, timeoutMs: 2_000 });
  await Promise.all(Array.from({ length: kept }, () => rpc.call('first')));
  expect(connections).toBe(kept);
  expect(await rpc.call('second')).toBe(kept + 1);
  rpc.close();
  await new Promise((resolve) => {
    server.close(resolve);
  });
});

it('numbers with a point or an exponent become texts, everything else stays', () => {
  const json = '{"a":0.1,"b":[1,-2.50000000,1e-8,4.6565E-10],"c":"1.5 \\" 2.5","1.5":20999999.97690000}';
  expect(JSON.parse(quoteDecimals(json))).toEqual({
    a: '0.1',
    b: [1, '-2.50000000', '1e-8', '4.6565E-10'],
    c: '1.5 " 2.5',
    1.5: '20999999.97690000',
  });
});

it('an error never holds the secret of the address', async () => {
  const rpc = new JsonRpc({ url: 'http://user:s3cret-word@127.0.0.1:1', timeoutMs: 1_000 });
  const error = await rpc.call('getblockcount').catch((caught: unknown) => caught);
  const cause = error instanceof Error ? error.cause : null;
  expect(`${String(error)} ${JSON.stringify(error)} ${String(cause)} ${JSON.stringify(cause)}`).not.toContain('s3cret');
});
