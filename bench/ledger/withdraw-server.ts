/**
 * The product as it serves customers, with a Bitcoin network that checks addresses: `withdraw-server.ts DATABASE_URL PORT CONNECTIONS`.
 * With `alone` behind them no call goes in a group: a control.
 */
import { keptConnectionMs, openDatabase } from '../../apps/server/src/platform/db/database.ts';
import { callsAlone } from './calls-alone.ts';
import { appOf } from './money-calls.ts';

const [url = '', port = '', connections = '', control] = process.argv.slice(2);
const database = openDatabase(url, { max: Number(connections), idleConnectionMs: keptConnectionMs });
const { fastify } = await appOf(control === 'alone' ? callsAlone(database) : database);
await fastify.listen({ host: '127.0.0.1', port: Number(port) });
process.send?.('ready');
