import pg from 'pg';

/**
 * A pool to lend to a library. A lost connection is noticed by the next query; without listeners, also on connections that
 * are just closing, it would end the process.
 */
export function libraryPool(connectionString: string, max: number, applicationName: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max, application_name: applicationName });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
