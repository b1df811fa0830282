/** The product as it serves customers, with a Bitcoin network that checks addresses: `withdraw-server.ts DATABASE_URL PORT CONNECTIONS`. */
import { openDatabase } from '../../apps/server/src/platform/db/database.ts';
import { appOf } from './money-calls.ts';

const [url = '', port = '', connections = ''] = process.argv.slice(2);
const { fastify } = await appOf(openDatabase(url, { max: Number(connections) }));
await fastify.listen({ host: '127.0.0.1', port: Number(port) });
process.send?.('ready');
