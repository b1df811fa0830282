import { batchReads } from '../../platform/db/batch-reads.ts';
import { many, maybeOne, one, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import type { OpenSessionRow } from '../../platform/http/session.ts';
import type { EventLog } from '../../platform/log/event-log.ts';
import { logSampler } from '../../platform/log/log-sampler.ts';
import type { BalanceText } from './balances.ts';
import type { LatestPrice } from './valuation.ts';

export type PayMode = 'PREPAID_FIRST' | 'OUTPUT_FIRST';

/**
 * A customer's balance rows lie side by side under the primary key: one short range. Each comes as `account posted held` in
 * one text, which costs half of what columns do. No customer has more than eight: the limit says so to the planner, which would
 * build a bitmap for the hundreds that it expects. Withdrawals under way are few, and an index of their own has them.
 */
const balanceTexts = (customerId: string) => `
  array(
    select concat_ws(' ', account, coin, posted, held)
    from ledger.customer_balance where customer = ${customerId}
    limit 8
  ) || array(
    select concat_ws(' ', case coin when 'BTC' then 'OUTPUT_ACCOUNT' else 'ELE_ACCOUNT' end, coin, sum(amount), 'leaving')
    from withdrawal where customer_id = ${customerId} and end_transfer_id is null
    group by customer_id, coin
  )`;

/**
 * Session and wallet in one round trip, as one text of lines: the customer's home screen asks for nothing more often.
 * Describing and reading a dozen columns took a third of the time, and building JSON as long as all the reading.
 */
const walletText = `
  concat_ws(e'\\n',
    session.id, session.customer_id, session.account, coalesce(session.device_id, ''),
    (date_part('epoch', session.expires_at) * 1000)::bigint, session.customer_status,
    session.has_funds_password, coalesce(electricity.pay_mode, ''),
    array_to_string(${balanceTexts('session.customer_id')}, e'\\n')
  ) as wallet`;

const walletOfSession = query(
  'wallet.of-session',
  `select ${walletText}
   from open_session session
   left join electricity_account electricity on electricity.customer_id = session.customer_id
   where session.token_hash = $1`,
).as<{ wallet: string }>();

/** In a subselect the planner cannot count the array: it would plan each statement anew for a few keys, at three times the reading. */
const walletsOfSessions = query(
  'wallet.of-sessions',
  `select asked.place::integer as place, ${walletText}
   from unnest((select $1::bytea[])) with ordinality asked (token_hash, place)
   join open_session session on session.token_hash = asked.token_hash
   left join electricity_account electricity on electricity.customer_id = session.customer_id`,
).as<{ place: number; wallet: string }>();

export interface WalletOfSession {
  session: OpenSessionRow;
  hasFundsPassword: boolean;
  payMode: PayMode;
  balances: BalanceText[];
}

/** A failure of every batch must not fill the log. */
const loggedEveryMs = 10_000;

/** Two at once keep PostgreSQL at work while the server writes the answers of the last statement. */
const limits = { concurrency: 2, largest: 64, longestMs: 10_000 };

/** Null when no open session has the token. Whether the session is good is for the caller to check. */
export function walletReader(db: Queryable, log: Pick<EventLog, 'warn'>) {
  const sample = logSampler(loggedEveryMs);
  return batchReads<Buffer, WalletOfSession | null>(
    {
      async one(tokenHash) {
        const row = await maybeOne(db, walletOfSession, [tokenHash]);
        return row && parseWallet(row.wallet);
      },
      async batch(tokenHashes) {
        const found = Array<WalletOfSession | null>(tokenHashes.length).fill(null);
        for (const { place, wallet } of await many(db, walletsOfSessions, [tokenHashes]))
          found[place - 1] = parseWallet(wallet);
        return found;
      },
    },
    {
      ...limits,
      failed(error) {
        const times = sample('wallet');
        if (times !== null) log.warn({ event: 'wallet.batch-failed', err: error, times });
      },
    },
  );
}

function parseWallet(text: string): WalletOfSession {
  const [
    id = '',
    customerId = '',
    account = '',
    deviceId = '',
    expiresAt,
    status,
    hasFundsPassword,
    payMode,
    ...balances
  ] = text.split('\n');
  return {
    session: {
      id: BigInt(id),
      customer_id: BigInt(customerId),
      account,
      device_id: deviceId === '' ? null : deviceId,
      expires_at: new Date(Number(expiresAt)),
      customer_status: status as OpenSessionRow['customer_status'],
    },
    hasFundsPassword: hasFundsPassword === 't',
    // A customer who never chose has none.
    payMode: (payMode || 'PREPAID_FIRST') as PayMode,
    balances: balances.filter((balance) => balance !== ''),
  };
}

interface AssetsRow {
  balances: BalanceText[];
  coins: LatestPrice['coin'][] | null;
  dates: string[] | null;
  usdt: bigint[] | null;
}

const assets = query(
  'wallet.assets',
  `select ${balanceTexts('$1::bigint')} as balances, price.coins, price.dates, price.usdt
   from (
     select array_agg(coin order by coin) as coins, array_agg(date order by coin) as dates, array_agg(usdt order by coin) as usdt
     from unnest(array['BTC', 'ETH', 'DOGE']) as mined (coin)
     cross join lateral (
       select date, usdt from reference_price price where price.coin = mined.coin and date <= $2 order by date desc limit 1
     ) latest
   ) price`,
).as<AssetsRow>();

/** Balances with the newest price of every coin up to a mining day. */
export async function readAssets(
  db: Queryable,
  customerId: bigint,
  today: string,
): Promise<{ balances: BalanceText[]; prices: LatestPrice[] }> {
  const { balances, coins, dates, usdt } = await one(db, assets, [customerId, today]);
  const prices = (coins ?? []).map((coin, i) => ({ coin, date: dates?.[i] as string, usdt: usdt?.[i] as bigint }));
  return { balances, prices };
}
