/**
 * A thousand hostile connections: a third guesses at customers' passwords from invented devices, a third at accounts that do
 * not exist, a third asks for codes; each from anywhere in a /48, a second after the last answer. `attack-worker.ts PORT`; runs
 * until it is killed and says once when every connection has asked.
 */
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { accountOf, customers } from './scene.ts';

const port = Number(process.argv[2]);
const connections = 1000;
const pauseMs = 1000;
const agent = new Agent({ keepAlive: true, maxSockets: connections });
const below = (limit: number) => Math.floor(Math.random() * limit);

function send(kind: number): Promise<void> {
  const unknown = `137${below(1e8).toString().padStart(8, '0')}`;
  const path = [
    `/api/user/login?account=${accountOf(below(customers))}&password=guess-${below(1e6)}`,
    `/api/user/login?account=${unknown}&password=guess-${below(1e6)}`,
    `/api/sms/send?account=${unknown}&scene=LOGIN`,
  ][kind % 3];
  const headers = {
    'x-forwarded-for': `2001:db8:7:${below(65_536).toString(16)}::${below(65_536).toString(16)}`,
    deviceId: `invented-${below(1e9)}`,
  };
  return new Promise((resolve) => {
    const sent = request({ host: '127.0.0.1', port, agent, method: 'POST', path, headers }, (response) => {
      response.resume().once('close', resolve);
    });
    sent.once('error', () => resolve());
    sent.end();
  });
}

let first = 0;
await Promise.all(
  Array.from({ length: connections }, async (_, n) => {
    await pause((n * pauseMs) / connections);
    await send(n);
    if (++first === connections) process.send?.('ready');
    for (;;) {
      await pause(pauseMs);
      await send(n);
    }
  }),
);
