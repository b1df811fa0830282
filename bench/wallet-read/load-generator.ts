/**
 * Asks a server over some kept-alive connections and tells its parent how many answers came in a second when it asks as fast as they
 * come, or, with `perSecond`, how many ms the slowest of 100 took: `load-generator.ts`, then messages `{port, kind, seconds}`. Plain sockets and requests written beforehand: a
 * full HTTP client would take more of the machine than the server that is measured.
 */
import { type RequestSource, requestOverSocket } from '../lib/socket-requests.ts';
import { accessToken, customerId, customers, deviceId } from './seed.ts';

export interface Job {
  port: number;
  kind: 'wallet' | 'bare';
  seconds: number;
  /** So many requests a second, each at its time whatever the earlier ones do. */
  perSecond?: number;
}

const callers = 32;

process.on('message', async (job: Job) =>
  process.send?.(await (job.perSecond ? slowestOfHundred(job) : answersPerSecond(job))),
);

async function answersPerSecond({ port, kind, seconds }: Job): Promise<number> {
  const requests = Array.from({ length: customers }, (_, i) => Buffer.from(requestOf(kind, i)));
  const start = performance.now();
  const end = start + seconds * 1000;
  let answers = 0;
  const isOver = () => {
    answers++;
    return performance.now() >= end;
  };
  await Promise.all(
    Array.from({ length: callers }, (_, caller) => requestOverSocket(port, inTurn(requests, caller), isOver)),
  );
  return (answers * 1000) / (performance.now() - start);
}

async function slowestOfHundred({ port, kind, seconds, perSecond = 1 }: Job): Promise<number> {
  const requests = Array.from({ length: customers }, (_, i) => Buffer.from(requestOf(kind, i)));
  const count = Math.ceil(seconds * perSecond);
  const start = performance.now();
  const took = await Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const due = (n * 1000) / perSecond;
      await new Promise((resolve) => void setTimeout(resolve, due));
      await requestOverSocket(port, inTurn(requests, n), () => true);
      // From when it was due: a late generator must not flatter the server.
      return performance.now() - start - due;
    }),
  );
  return took.sort((a, b) => a - b)[Math.ceil(count * 0.99) - 1] as number;
}

function requestOf(kind: Job['kind'], i: number): string {
  const lines =
    kind === 'bare'
      ? [`GET /customer/${customerId(i)} HTTP/1.1`, 'host: bench']
      : [
          'GET /api/user/wallet HTTP/1.1',
          'host: bench',
          `accessToken: ${accessToken(i)}`,
          `deviceId: ${deviceId(i)}`,
          'clientType: H5',
          'clientVersion: 1.0.0.0',
        ];
  return `${lines.join('\r\n')}\r\n\r\n`;
}

function inTurn(requests: Buffer[], caller: number): RequestSource {
  let next = (caller * 313) % requests.length;
  return () => {
    const request = requests[next] as Buffer;
    next = (next + 7) % requests.length;
    return request;
  };
}
