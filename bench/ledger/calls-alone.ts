import type { Database } from '../../apps/server/src/platform/db/database.ts';

/** A control that must be seen to be slow: no money call is plain enough for a group, each is carried out alone. */
export function callsAlone(database: Database): Database {
  return {
    ...database,
    pipelined: (work) =>
      database.pipelined((db) =>
        work({
          async query(config) {
            const result = await db.query<never>(config);
            if (config.name !== 'funds-password.good-tokens') return result;
            return { ...result, rows: result.rows.map((row) => ({ ...(row as object), isGood: false }) as never) };
          },
        }),
      ),
  };
}
