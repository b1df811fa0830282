/** The product under attack, in a process of its own: `product-server.ts DATABASE_URL PORT`; UNDEFENDED=1 is the control. */
import type { ChainAdapter } from '@lode/chain';
import { checkBitcoinAddress } from '@lode/chain-bitcoin';
import { createApp } from '../../apps/server/src/app.ts';
import { systemClock } from '../../apps/server/src/platform/clock/clock.ts';
import { loadConfig } from '../../apps/server/src/platform/config/config.ts';
import { openDatabase } from '../../apps/server/src/platform/db/database.ts';
import { createLog } from '../../apps/server/src/platform/log/log.ts';
import { createPasswords } from '../../apps/server/src/platform/secrets/passwords.ts';
import { testNodes } from '../../apps/server/src/testing/test-nodes.ts';
import { connections } from '../lib/servers.ts';
import { pepper } from './scene.ts';

const [url = '', port = ''] = process.argv.slice(2);
const isUndefended = process.env.UNDEFENDED === '1';
const config = loadConfig({
  DEMO: '1',
  LOG_LEVEL: 'error',
  TRUSTED_PROXIES: '127.0.0.1',
  ...(isUndefended && { FREE_ANONYMOUS_CALLS: '10000', RATE_LIMIT_SCALE: '100000' }),
});
const bitcoin: Pick<ChainAdapter, 'checkAddress'> = {
  checkAddress: (text) => checkBitcoinAddress(text, 'regtest'),
};
const passwords = createPasswords(pepper);
const app = await createApp({
  database: openDatabase(url, { max: connections }),
  clock: systemClock(),
  config,
  log: createLog(config),
  // One queue for all.
  passwords: isUndefended
    ? {
        hash: (secret) => passwords.hash(secret),
        verify: (stored, secret) => passwords.verify(stored, secret),
        rehash: (stored, secret) => passwords.rehash(stored, secret),
      }
    : passwords,
  pepper,
  nodes: testNodes({ BITCOIN: bitcoin as ChainAdapter }),
  sign: () => Promise.reject(new Error('the bench signs nothing')),
});
await app.fastify.listen({ host: '127.0.0.1', port: Number(port) });
process.send?.('ready');
