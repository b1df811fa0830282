// The demo's faucet is for the person at this machine, pays to customers' addresses only, and exists nowhere else.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ScriptedChain } from '@lode/chain/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { scriptedNodes } from './testing/deposit-fixture.ts';

let app: TestApp;
let node: Server;
let address: string;
const asked: unknown[] = [];
const txid = 'ab'.repeat(32);

beforeAll(async () => {
  node = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { id, method, params } = JSON.parse(Buffer.concat(parts).toString());
    asked.push([method, params]);
    response.end(JSON.stringify({ id, result: txid, error: null }));
  });
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve));
  const url = `http://demo:secret@127.0.0.1:${(node.address() as AddressInfo).port}`;
  const chain = new ScriptedChain();
  const demoNode = async (network: string) => (network === 'BITCOIN' ? { url, usdtContract: null } : null);
  app = await startTestApp({ nodes: { ...scriptedNodes(chain), demoNode } });
  for (const watcher of app.watchers) await watcher(app.clock.now());
  const { caller } = await app.createCustomer();
  const answer = await app.data('depositAddress', { coin: 'BTC', network: 'BITCOIN' }, caller);
  expect(answer.hasFaucet).toBe(true);
  address = answer.address;
});
afterAll(async () => {
  node.close();
  await app.stop();
});

const post = (payload: unknown, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  app.inject({
    method: 'POST',
    url: '/dev/faucet',
    headers: { host: '127.0.0.1:8110', ...headers },
    payload: payload as object,
    remoteAddress,
  });

it('pays to the address of a customer', async () => {
  expect((await post({ network: 'BITCOIN', address })).json()).toMatchObject({ code: 200, data: { txid } });
  expect(asked).toEqual([['sendtoaddress', [address, '0.01000000']]]);
});

it('pays to the own address of the caller only, and on no other node', async () => {
  asked.length = 0;
  const replies = await Promise.all([
    post({ network: 'BITCOIN', address: 's1somebody' }),
    post({ network: 'BITCOIN' }),
    post({ network: 'DOGECOIN', address }),
    post({ network: 'BITCOIN', address: 'x'.repeat(1000) }),
    post([]),
  ]);
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400, 400, 400]);
  expect((await post({ network: 'ERC20', address })).statusCode).toBe(404);
  expect(asked).toEqual([]);
});

it('does not exist for requests that come from elsewhere or by a detour, and outside demo mode', async () => {
  asked.length = 0;
  const input = { network: 'BITCOIN', address };
  const foreign = await Promise.all([
    post(input, { 'x-forwarded-for': '127.0.0.1' }),
    post(input, { host: 'evil.example' }),
    post(input, { origin: 'https://evil.example' }),
    post(input, { 'sec-fetch-site': 'cross-site' }),
    post(input, {}, '192.168.1.7'),
  ]);
  expect(foreign.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404]);
  const production = await startTestApp({ env: { DEMO: '0', RATE_LIMIT_SCALE: '1' } });
  const reply = await production.inject({ method: 'POST', url: '/dev/faucet', payload: input });
  await production.stop();
  expect(reply.statusCode).toBe(404);
  expect(asked).toEqual([]);
});
