/** The product as it serves customers, on its own process: `product-server.ts DATABASE_URL PORT`. */
import { createApp } from '../../apps/server/src/app.ts';
import { systemClock } from '../../apps/server/src/platform/clock/clock.ts';
import { loadConfig } from '../../apps/server/src/platform/config/config.ts';
import { openDatabase } from '../../apps/server/src/platform/db/database.ts';
import { createLog } from '../../apps/server/src/platform/log/log.ts';
import { createPasswords } from '../../apps/server/src/platform/secrets/passwords.ts';
import { connections } from './servers.ts';

const [url = '', port = ''] = process.argv.slice(2);
// One address makes all the requests: its limit must not be what is measured. The limit is still counted each time.
const config = loadConfig({ DEMO: '1', RATE_LIMIT_SCALE: '100000', LOG_LEVEL: 'warn' });
const pepper = Buffer.from('a pepper for measuring');
const app = await createApp({
  database: openDatabase(url, { max: connections }),
  clock: systemClock(),
  config,
  log: createLog(config),
  passwords: createPasswords(pepper),
  pepper,
});
await app.fastify.listen({ host: '127.0.0.1', port: Number(port) });
process.send?.('ready');
