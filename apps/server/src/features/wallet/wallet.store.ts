import { type DbTx, many, maybeOne, one, statement } from '../../platform/db/database.ts';
import type { OpenSessionRow } from '../../platform/http/session.ts';
import type { BalanceText } from './balances.ts';
import type { ReferencePrice } from './valuation.ts';

export type PayMode = 'PREPAID_FIRST' | 'OUTPUT_FIRST';

/**
 * A customer's balance rows lie side by side under the primary key: one short range. Each comes as `account posted held` in
 * one text, which costs half of what columns do. Nobody has more than eight: the limit says so to the planner, which would
 * build a bitmap for the hundreds that it expects.
 */
const balanceTexts = (customerId: string) => `
  array(
    select concat_ws(' ', account, posted, held)
    from ledger.balance where account between ${customerId} * 100 and ${customerId} * 100 + 99
    limit 8
  )`;

interface WalletJson {
  id: string;
  customerId: string;
  account: string;
  deviceId: string | null;
  expiresAt: string;
  customerStatus: OpenSessionRow['customer_status'];
  hasFundsPassword: boolean;
  /** Null for somebody who never chose. */
  payMode: PayMode | null;
  balances: BalanceText[];
}

/**
 * Session and wallet in one round trip, as one JSON value: the customer's home screen asks for nothing more often, and a
 * third of the time went into describing and reading a dozen columns.
 */
const walletOfSession = statement<{ wallet: WalletJson }>(
  'wallet.of-session',
  `select json_build_object(
     'id', session.id::text, 'customerId', session.customer_id::text, 'account', session.account,
     'deviceId', session.device_id, 'expiresAt', session.expires_at, 'customerStatus', session.customer_status,
     'hasFundsPassword', session.has_funds_password, 'payMode', electricity.pay_mode,
     'balances', ${balanceTexts('session.customer_id')}
   ) as wallet
   from open_session session
   left join electricity_account electricity on electricity.customer_id = session.customer_id
   where session.token_hash = $1`,
);

export interface WalletOfSession {
  session: OpenSessionRow;
  hasFundsPassword: boolean;
  payMode: PayMode;
  balances: BalanceText[];
}

/** Null when no open session has the token. Whether the session is good is for the caller to judge. */
export async function readWalletOfSession(dbTx: DbTx, tokenHash: Buffer): Promise<WalletOfSession | null> {
  const row = await maybeOne(dbTx, walletOfSession, [tokenHash]);
  if (row === null) return null;
  const { id, customerId, account, deviceId, expiresAt, customerStatus, ...wallet } = row.wallet;
  return {
    session: {
      id: BigInt(id),
      customer_id: BigInt(customerId),
      account,
      device_id: deviceId,
      expires_at: new Date(expiresAt),
      customer_status: customerStatus,
    },
    hasFundsPassword: wallet.hasFundsPassword,
    payMode: wallet.payMode ?? 'PREPAID_FIRST',
    balances: wallet.balances,
  };
}

interface AssetsRow {
  balances: BalanceText[];
  coins: ReferencePrice['coin'][] | null;
  dates: string[] | null;
  usdt: bigint[] | null;
}

const assets = statement<AssetsRow>(
  'wallet.assets',
  `select ${balanceTexts('$1::bigint')} as balances, price.coins, price.dates, price.usdt
   from (
     select array_agg(coin order by coin) as coins, array_agg(date order by coin) as dates, array_agg(usdt order by coin) as usdt
     from unnest(array['BTC', 'ETH', 'DOGE']) as mined (coin)
     cross join lateral (
       select date, usdt from reference_price price where price.coin = mined.coin and date <= $2 order by date desc limit 1
     ) latest
   ) price`,
);

/** Balances with the newest price of every coin up to a mining day. */
export async function readAssets(
  dbTx: DbTx,
  customerId: bigint,
  today: string,
): Promise<{ balances: BalanceText[]; prices: ReferencePrice[] }> {
  const { balances, coins, dates, usdt } = await one(dbTx, assets, [customerId, today]);
  const prices = (coins ?? []).map((coin, i) => ({ coin, date: dates?.[i] as string, usdt: usdt?.[i] as bigint }));
  return { balances, prices };
}

const payMode = statement(
  'wallet.pay-mode',
  `insert into electricity_account (customer_id, pay_mode) values ($1, $2)
   on conflict (customer_id) do update set pay_mode = excluded.pay_mode`,
);

export async function writePayMode(dbTx: DbTx, customerId: bigint, mode: PayMode): Promise<void> {
  await many(dbTx, payMode, [customerId, mode]);
}
