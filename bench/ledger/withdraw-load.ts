/**
 * Withdraws through HTTP over some kept-alive connections, once for each third customer from one down, and tells its parent how many
 * answers came in a second: `withdraw-load.ts PORT FROM CALLERS`, then messages with the seconds.
 */

import { payment } from '../lib/payment.ts';
import { requestOverSocket } from '../lib/socket-requests.ts';
import { code, deviceId, firstCustomer, tokenOf } from './seed.ts';

const [port = 0, from = 0, callers = 0] = process.argv.slice(2).map(Number);
let next = from;

process.on('message', async (seconds: number) => {
  const start = performance.now();
  const end = start + seconds * 1000;
  let answers = 0;
  const isOver = () => {
    answers++;
    return performance.now() >= end;
  };
  await Promise.all(Array.from({ length: callers }, () => requestOverSocket(port, nextRequest, isOver)));
  process.send?.((answers * 1000) / (performance.now() - start));
});

function nextRequest(): Buffer {
  if (next < 0) throw new Error('all tokens are used: give more --customers');
  const i = next;
  next -= 3;
  const body = JSON.stringify({ ...payment, code, passwordToken: tokenOf('WITHDRAW', i, 0) });
  const lines = [
    'POST /api/withdraw/apply HTTP/1.1',
    'host: bench',
    `accessToken: ${firstCustomer + BigInt(i)}`,
    `deviceId: ${deviceId}`,
    `requestId: http-${i}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`);
}
