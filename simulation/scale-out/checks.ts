/** What must hold on several servers, two workers and a primary that changed. */
import { Agent } from 'node:http';
import type pg from 'pg';
import type { Held } from './acknowledged.ts';
import { withClient } from './client.ts';
import { post } from './load.ts';
import { accessTokenOf, deviceId, fundsPassword, type Scene } from './seed.ts';

/** Read from the primary of the moment. */
export function readHeld(url: string, scene: Scene): Promise<Held> {
  return withClient(url, async (client) => {
    const ask = async <Row extends pg.QueryResultRow>(text: string) =>
      (await client.query<Row>(text, [scene.callers])).rows;
    await client.query('begin isolation level repeatable read, read only');
    const requests = await ask<Held['requests'][number]>(
      `select customer_id::text as "customerId", request_id as "requestId", answer ->> 'id' as "orderId"
       from money_request where customer_id = any($1::bigint[])`,
    );
    const orders = await ask<{ id: string; customerId: string; amount: string }>(
      `select id::text, customer_id::text as "customerId", amount::text from coin_up_order where customer_id = any($1::bigint[])`,
    );
    const transfers = await ask<{ key: string }>(
      `select key::text from ledger.transfer where kind = 'coin-up-subscription' and split_part(key, ' ', 2) = any($1::bigint[]::text[])`,
    );
    const savings = await ask<{ customerId: string; posted: string }>(
      `select customer::text as "customerId", sum(posted)::text as posted from ledger.customer_balance
       where customer = any($1::bigint[]) and account_id = ledger.account_id(customer, 'COIN_UP_ACCOUNT', 'BTC') group by 1`,
    );
    return {
      requests,
      orders: orders.map(({ amount, ...order }) => ({ ...order, amount: BigInt(amount) })),
      transferKeys: transfers.map(({ key }) => key),
      savings: new Map(savings.map(({ customerId, posted }) => [customerId, BigInt(posted)])),
    };
  });
}

/**
 * Guesses of one customer's funds password, each at the next server: the sixth is refused everywhere, the right one too. The last
 * customer of the load, at whom there was no guess, is not refused: what is counted is the account.
 */
export async function lockOutHolds(ports: readonly number[], scene: Scene): Promise<string[]> {
  const agent = new Agent();
  const guess = async (port: number, customerId: string, password: string): Promise<number> => {
    const body = JSON.stringify({ password, purpose: 'COIN_UP' });
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      accessToken: accessTokenOf(customerId),
      deviceId,
    };
    const answer = await post(agent, port, '/api/user/wallet/check-password', headers, body);
    return (JSON.parse(answer.body) as { code: number }).code;
  };
  const wrong: number[] = [];
  for (let n = 0; n < 5; n++) wrong.push(await guess(ports[n % ports.length] ?? 0, scene.guessedAt, '000000'));
  const right = await Promise.all(ports.map((port) => guess(port, scene.guessedAt, fundsPassword)));
  const other = await guess(ports[0] ?? 0, scene.callers.at(-1) ?? '', fundsPassword);
  agent.destroy();
  const said = `wrong guesses ${wrong.join(' ')}, then the right one at each server ${right.join(' ')}, another customer ${other}`;
  const holds =
    wrong.slice(0, 4).every((code) => code === 30001) && right.every((code) => code === 30003) && other === 200;
  return holds ? [] : [`the lock-out of the funds password is not shared: ${said}`];
}

export interface ClosedDays {
  days: number;
  /** Shares of interest that were posted, in all. */
  shares: number;
  differences: string[];
}

/** Each closed business day has one share of each position that earned, and pays it once. */
export function closedDays(url: string): Promise<ClosedDays> {
  return withClient(url, async (client) => {
    const { rows: days } = await client.query<{ coin: string; date: string; paid: boolean; wrong: boolean }>(
      `select day.coin, day.date::text, day.paid_at is not null as paid,
         day.amount <> coalesce((select sum(amount) from coin_up_interest i where (i.coin, i.date) = (day.coin, day.date)), 0) as wrong
       from coin_up_interest_day day order by 2, 1`,
    );
    const { rows: sums } = await client.query<{ coin: string; shares: string; due: string; paid: string }>(
      `select i.coin, count(*)::text as shares, sum(i.amount)::text as due,
         (select sum(posted) from ledger.customer_balance b
          where b.account_id = ledger.account_id(b.customer, 'INCOME_ACCOUNT', i.coin))::text as paid
       from coin_up_interest i group by i.coin`,
    );
    return {
      days: new Set(days.map(({ date }) => date)).size,
      shares: sums.reduce((all, { shares }) => all + Number(shares), 0),
      differences: [
        ...days.flatMap((day) => (day.paid ? [] : [`interest of ${day.coin} of ${day.date} is not paid`])),
        ...days.flatMap((day) =>
          day.wrong ? [`interest of ${day.coin} of ${day.date} is not the sum of its shares`] : [],
        ),
        ...sums.flatMap(({ coin, due, paid }) =>
          due === paid ? [] : [`interest of ${coin}: due ${due}, paid ${paid}`],
        ),
      ],
    };
  });
}
