/** Customers who subscribe to savings through the proxy, one call after the other, and repeat a call until it is answered. */
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { parseAmount } from '@lode/money';
import type { Acknowledged } from './acknowledged.ts';
import { accessTokenOf, deviceId, fundsTokenOf, type Scene } from './seed.ts';

/** One money call with everything that was heard of it. */
export interface Sent extends Acknowledged {
  call: number;
  firstSentAt: number;
  acknowledgedAt: number;
  /** The answer, to the letter: a replay gives it again. */
  answer: string;
}

export interface Load {
  acknowledged: readonly Sent[];
  /** Attempts without an answer of the product, by kind. */
  failures: ReadonlyMap<string, number>;
  /** Answers that refuse: none is expected. */
  refusals: readonly string[];
  /** When the first call that began after a time was acknowledged; null so far. */
  firstAfter(at: number): number | null;
  /** Sends acknowledged calls again, and names answers that differ. */
  replay(sent: readonly Sent[]): Promise<string[]>;
  /** Lets every call under way be answered. */
  stop(): Promise<void>;
}

interface Answer {
  status: number;
  body: string;
}

const longestWaitMs = 15_000;
const retryMs = 100;

export function startLoad(scene: Scene, port: number, { pauseMs }: { pauseMs: number }): Load {
  const agent = new Agent({ keepAlive: true, maxSockets: 200 });
  const acknowledged: Sent[] = [];
  const failures = new Map<string, number>();
  const refusals: string[] = [];
  let isStopping = false;

  const send = (customerId: string, call: number): Promise<Answer> => {
    const body = JSON.stringify({ coin: 'BTC', amount: amountOf(call), passwordToken: fundsTokenOf(customerId, call) });
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      accessToken: accessTokenOf(customerId),
      deviceId,
      requestId: requestIdOf(call),
      // A network of its own, as customers have: the proxy appends its own caller, which the servers trust.
      'x-forwarded-for': networkOf(customerId),
    };
    return post(agent, port, '/api/coin_up/subscribe', headers, body);
  };

  async function subscribe(customerId: string, call: number): Promise<void> {
    const firstSentAt = performance.now();
    for (;;) {
      const answer = await send(customerId, call).catch((error: NodeJS.ErrnoException) => error.code ?? error.message);
      if (typeof answer !== 'string' && answer.status === 200) {
        const { code, data, message } = JSON.parse(answer.body) as {
          code: number;
          message: string;
          data: { id: string; amount: string };
        };
        if (code !== 200) refusals.push(`${customerId} ${requestIdOf(call)}: ${code} ${message}`);
        else {
          acknowledged.push({
            customerId,
            requestId: requestIdOf(call),
            call,
            orderId: data.id,
            amount: parseAmount(data.amount, 'BTC'),
            firstSentAt,
            acknowledgedAt: performance.now(),
            answer: answer.body,
          });
        }
        return;
      }
      const kind = typeof answer === 'string' ? answer : `HTTP ${answer.status}`;
      failures.set(kind, (failures.get(kind) ?? 0) + 1);
      await pause(retryMs);
    }
  }

  const callers = scene.callers.map(async (customerId, i) => {
    await pause((pauseMs * i) / scene.callers.length);
    for (let call = 0; !isStopping; call++) {
      await subscribe(customerId, call);
      await pause(pauseMs);
    }
  });

  return {
    acknowledged,
    failures,
    refusals,
    firstAfter(at) {
      const first = acknowledged.find(({ firstSentAt }) => firstSentAt > at);
      return first?.acknowledgedAt ?? null;
    },
    async replay(sent) {
      const differences: string[] = [];
      for (const one of sent) {
        const again = await send(one.customerId, one.call).catch((error: Error) => ({
          status: 0,
          body: error.message,
        }));
        if (again.body !== one.answer) {
          differences.push(`${one.customerId} ${one.requestId}: answered ${one.answer}, replayed ${again.body}`);
        }
      }
      return differences;
    },
    async stop() {
      isStopping = true;
      await Promise.all(callers);
      agent.destroy();
    },
  };
}

const requestIdOf = (call: number) => `call-${call}`;
/** At least the minimum, and different from call to call. */
const amountOf = (call: number) => (0.001 + (call % 50) / 1_000_000).toFixed(6);

function networkOf(customerId: string): string {
  const n = Number(customerId) % 10_000;
  return `203.${Math.floor(n / 250)}.113.${(n % 250) + 1}`;
}

export function post(
  agent: Agent,
  port: number,
  path: string,
  headers: Record<string, string | number>,
  body: string,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, agent, method: 'POST', path, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.once('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(parts).toString() }));
      response.once('error', reject);
    });
    sent.setTimeout(longestWaitMs, () => sent.destroy(new Error('no answer in time')));
    sent.once('error', reject);
    sent.end(body);
  });
}
