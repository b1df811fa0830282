import type pg from 'pg';

/**
 * A ledger built wrong, as one would write it in a hurry: it reads the balance, checks it, and writes without a lock. The
 * tests of concurrency must catch it, or they would catch nothing.
 */
export const brokenLedger = {
  tables: `
    create table hasty_balance (account bigint primary key, posted bigint not null);
    create table hasty_transfer (key text not null, amount bigint not null);
    create table hasty_posting (account bigint not null, amount bigint not null);
    insert into hasty_balance values (1, 0);
    grant select, insert, update on hasty_balance, hasty_transfer, hasty_posting to lode_app;
  `,

  /** True when the money was spent. */
  async spend(client: pg.PoolClient, key: string, amount: number): Promise<boolean> {
    const { rowCount: known } = await client.query('select from hasty_transfer where key = $1', [key]);
    if (known) return true;
    const { rows } = await client.query('select posted from hasty_balance where account = 1');
    if (rows[0].posted < amount) return false;
    await client.query('insert into hasty_transfer values ($1, $2)', [key, amount]);
    await client.query('insert into hasty_posting values (1, $1)', [-amount]);
    await client.query('update hasty_balance set posted = posted - $1 where account = 1', [amount]);
    return true;
  },
};
