import { randomUUID } from 'node:crypto';
import type { ChainAdapter } from '@lode/chain';
import { checkBitcoinAddress } from '@lode/chain-bitcoin';
import { createApp } from '../../apps/server/src/app.ts';
import { systemClock } from '../../apps/server/src/platform/clock/clock.ts';
import { loadConfig } from '../../apps/server/src/platform/config/config.ts';
import { type Database, keptConnectionMs, openDatabase } from '../../apps/server/src/platform/db/database.ts';
import type { RequestContext } from '../../apps/server/src/platform/http/context.ts';
import { isRefusal } from '../../apps/server/src/platform/http/refusal.ts';
import { createLog } from '../../apps/server/src/platform/log/log.ts';
import { createPasswords } from '../../apps/server/src/platform/secrets/passwords.ts';
import { testNodes } from '../../apps/server/src/testing/test-nodes.ts';
import { payment } from '../lib/payment.ts';
import { callsAlone } from './calls-alone.ts';
import { countingDatabase } from './cost.ts';
import { accountOf, code, deviceId, firstCustomer, pepper, tokenOf } from './seed.ts';

const bitcoin: Pick<ChainAdapter, 'checkAddress'> = {
  checkAddress: (text) => checkBitcoinAddress(text, 'regtest'),
};

/** The product as the server composes it, with a Bitcoin network that checks addresses and a signer that is never asked. */
export async function appOf(database: Database) {
  const config = loadConfig({ DEMO: '1', RATE_LIMIT_SCALE: '100000', LOG_LEVEL: 'warn' });
  return createApp({
    database,
    clock: systemClock(),
    config,
    log: createLog(config),
    passwords: createPasswords(pepper),
    pepper,
    nodes: testNodes({ BITCOIN: bitcoin as ChainAdapter }),
    sign: () => Promise.reject(new Error('the bench signs nothing')),
  });
}

/** The product's handlers of two money calls, composed as the server composes them, without HTTP. */
export async function moneyCallsOf(
  appUrl: string,
  { connections, customers }: { connections: number; customers: number },
) {
  const database = openDatabase(appUrl, { max: connections, idleConnectionMs: keptConnectionMs });
  const counted = countingDatabase(database);
  const clock = systemClock();
  const grouped = (await appOf(counted)).slices;
  const alone = (await appOf(callsAlone(counted))).slices;
  const used = { withdrawal: 0, subscription: 0, hot: 0 };
  const next = (kind: keyof typeof used): number => {
    if (used[kind] === customers) throw new Error(`all ${customers} tokens are used: give more --customers`);
    return used[kind]++;
  };
  const contextOf = (i: number): RequestContext => ({
    now: clock.now(),
    deviceId,
    requestId: randomUUID(),
    userAgent: null,
    ip: '127.0.0.1',
    hungUp: () => new AbortController().signal,
    session: { id: 1n, customerId: firstCustomer + BigInt(i), account: accountOf(i), deviceId },
  });
  const mustSucceed = <T>(answer: T): void => {
    if (isRefusal(answer)) throw new Error(`refused: ${JSON.stringify(answer)}`);
  };

  return {
    database,
    counted,
    /** For which calls are carried out one by one: a control. */
    alone,
    /** One of the next customer, who has one code and one token. */
    async withdraw(slices = grouped): Promise<void> {
      const i = next('withdrawal');
      const input = { ...payment, code };
      mustSucceed(
        await slices.withdrawals.handlers.withdrawApply(contextOf(i), {
          ...input,
          passwordToken: tokenOf('WITHDRAW', i, 0),
        }),
      );
    },
    /** One of the next customer, or of the first one, whose account all of them want. */
    async subscribe(isHot = false, slices = grouped): Promise<void> {
      const [i, n] = isHot ? [0, 1 + next('hot')] : [next('subscription'), 0];
      const passwordToken = tokenOf('COIN_UP', i, n);
      mustSucceed(
        await slices.coinUp.handlers.coinUpSubscribe(contextOf(i), { coin: 'BTC', amount: '0.001', passwordToken }),
      );
    },
  };
}
