/**
 * The product as it serves customers, on its own process: `product-server.ts DATABASE_URL PORT`. With `alone` behind them each wallet
 * is a statement of its own: a control that must be seen to be slow.
 */
import { createApp } from '../../apps/server/src/app.ts';
import { systemClock } from '../../apps/server/src/platform/clock/clock.ts';
import { loadConfig } from '../../apps/server/src/platform/config/config.ts';
import { type Database, keptConnectionMs, openDatabase } from '../../apps/server/src/platform/db/database.ts';
import { declaredQueries } from '../../apps/server/src/platform/db/query.ts';
import { createLog } from '../../apps/server/src/platform/log/log.ts';
import { createPasswords } from '../../apps/server/src/platform/secrets/passwords.ts';
import { connections } from '../lib/servers.ts';

const [url = '', port = '', control] = process.argv.slice(2);
// One address makes all the requests: its limit must not be what is measured. The limit is still counted each time.
const config = loadConfig({ DEMO: '1', RATE_LIMIT_SCALE: '100000', LOG_LEVEL: 'warn' });
const pepper = Buffer.from('a pepper for measuring');
const database = openDatabase(url, { max: connections, idleConnectionMs: keptConnectionMs });
const app = await createApp({
  database: control === 'alone' ? oneStatementEach(database) : database,
  clock: systemClock(),
  config,
  log: createLog(config),
  passwords: createPasswords(pepper),
  pepper,
});
await app.fastify.listen({ host: '127.0.0.1', port: Number(port) });
process.send?.('ready');

function oneStatementEach({ query, ...others }: Database): Database {
  const name = 'wallet.of-session';
  const text = declaredQueries.get(name) ?? '';
  return {
    ...others,
    async query<Row>(config: Parameters<Database['query']>[0]) {
      if (config.name !== 'wallet.of-sessions') return query<Row>(config);
      const [hashes] = config.values as [Buffer[]];
      const found = await Promise.all(hashes.map((hash) => query<Row>({ name, text, values: [hash] })));
      const rows = found.flatMap((one, place) => one.rows.map((row) => ({ ...row, place: place + 1 })));
      return { rows, rowCount: rows.length };
    },
  };
}
