/** The yardstick: fastify with nothing but one prepared select by primary key: `bare-server.ts DATABASE_URL PORT`. */
import Fastify from 'fastify';
import pg from 'pg';
import { connections } from '../lib/servers.ts';

const [url = '', port = ''] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: url, max: connections });
const fastify = Fastify();
fastify.get('/customer/:id', async (request) => {
  const { id } = request.params as { id: string };
  const { rows } = await pool.query({
    name: 'customer',
    text: 'select id, account, nickname, status, created_at from customer where id = $1',
    values: [id],
  });
  return rows[0];
});
await fastify.listen({ host: '127.0.0.1', port: Number(port) });
process.send?.('ready');
