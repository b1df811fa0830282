import pg from 'pg';

const holdText = `select pg_advisory_lock_shared(hashtext('lode-worker'), hashtext($1))`;
const retryMs = 1000;

export interface LivenessLock {
  readonly stop: () => Promise<void>;
}

/**
 * Holds an advisory lock for a worker as long as its process lives: PostgreSQL gives it back with the connection, however
 * the process ends. Without it other workers take over its jobs. A lost connection is made again.
 */
export async function holdLivenessLock(databaseUrl: string, workerId: string): Promise<LivenessLock> {
  let client: pg.Client;
  let retry: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function hold(): Promise<void> {
    client = new pg.Client({ connectionString: databaseUrl, application_name: 'lode-worker-alive', keepAlive: true });
    const held = client;
    held.on('error', () => undefined);
    held.once('end', () => {
      if (!isStopped) retry = setTimeout(() => hold().catch(() => undefined), retryMs);
    });
    await held.connect();
    await held.query(holdText, [workerId]).catch(() => held.end());
  }

  try {
    await hold();
  } catch (error) {
    // The caller gets the error; nothing is retried afterwards.
    isStopped = true;
    clearTimeout(retry);
    throw error;
  }
  return {
    async stop() {
      isStopped = true;
      clearTimeout(retry);
      await client.end();
    },
  };
}
