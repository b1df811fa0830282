/** Customers as they are after some days, written as the owner: no call of the product makes a thousand of them in a second. */
import { createPasswords } from '../../apps/server/src/platform/secrets/passwords.ts';
import { withClient } from './client.ts';

export const deviceId = 'scale-out-device';
export const fundsPassword = '246810';
/** The first customers of an empty database; those of the load come first, then the one who is guessed at, then savers. */
const firstId = 10_001;
const savers = 500;
/** A customer's positions in both coins earn from the day after this many days ago. */
const subscribedDaysAgo = 3;

export interface Scene {
  /** Ids of the customers who send money calls. */
  callers: readonly string[];
  guessedAt: string;
}

export const accessTokenOf = (customerId: string) => `session-${customerId}`;
/** The token that the funds password was exchanged for, one for each call. */
export const fundsTokenOf = (customerId: string, call: number) => `funds-${customerId}-${call}`;

interface SeedOptions {
  ownerUrl: string;
  pepper: Buffer;
  callers: number;
  callsOfCaller: number;
}

export function seedScene(options: SeedOptions): Promise<Scene> {
  return withClient(options.ownerUrl, (owner) => seed((text, values = []) => owner.query(text, values), options));
}

type Run = (text: string, values?: unknown[]) => Promise<unknown>;

async function seed(run: Run, { pepper, callers, callsOfCaller }: SeedOptions): Promise<Scene> {
  const all = callers + 1 + savers;
  const fundsHash = await createPasswords(pepper).hash(fundsPassword);
  await run(
    `insert into customer (account, password_hash, funds_password_hash, created_at)
     select '139' || lpad(i::text, 8, '0'), 'none', $2, now() - interval '9 days' from generate_series(1, $1) i`,
    [all, fundsHash],
  );
  await run(
    `insert into session (customer_id, token_hash, device_id, created_at, expires_at)
     select id, sha256(convert_to('session-' || id, 'utf8')), $1, now(), now() + interval '20 days'
     from customer where id <= $2`,
    [deviceId, firstId + callers],
  );
  await run(
    `insert into risk_confirmation (customer_id, version, content_hash, confirmed_at)
     select customer.id, version, content_hash, now() from customer, content_revision where content_revision.name = 'user_sm'`,
  );
  await run(
    `insert into funds_password_token (token_hash, customer_id, purpose, expires_at)
     select sha256(convert_to('funds-' || id || '-' || call, 'utf8')), id, 'COIN_UP', now() + interval '1 day'
     from customer, generate_series(0, $1 - 1) call where id < $2`,
    [callsOfCaller, firstId + callers],
  );
  await run(
    `insert into staff (name, role, password_hash, created_at)
     values ('admin', 'ADMIN', 'none', now()), ('approver', 'APPROVER', 'none', now())`,
  );
  await run(
    `insert into audit_log (at, staff_id, approved_by, action, subject, reason, detail)
     values (now() - interval '9 days', 1, 2, 'coin-up:switch', 'setting coin-up.open', 'seed', '{"value": true}')`,
  );
  await run(
    `insert into setting (key, effective_from, value, changed_by, reason)
     select 'coin-up.open', at, 'true', 'staff:admin', reason from audit_log where subject = 'setting coin-up.open'`,
  );
  await seedSavers(run, firstId + callers);
  await run('analyze');
  const ids = Array.from({ length: callers + 1 }, (_, i) => String(firstId + i));
  return { callers: ids.slice(0, callers), guessedAt: ids[callers] ?? '' };
}

/** Positions whose first business days are not closed yet: the workers find them due at their start. */
async function seedSavers(run: Run, after: number): Promise<void> {
  const day = `((now() + interval '8 hours')::date - ${subscribedDaysAgo})`;
  const wallet = `ledger.account_id(customer_id, case coin when 'BTC' then 'OUTPUT_ACCOUNT' else 'ELE_ACCOUNT' end, coin)`;
  const recharge = `(case coin when 'BTC' then 'RECHARGE_BTC' else 'ELE_RECHARGE' end)::ledger.posting_type`;
  const input = `concat('{"amount":', in_transit_in, 'n,"coin":"', coin, '","customerId":', customer_id, 'n}')`;
  await run(
    `insert into coin_up_position (customer_id, coin, in_transit_in)
     select id, coin, least_amount * (1 + id % 7) from customer
     cross join (values ('BTC', 100000000), ('USDT', 1000000000)) chart (coin, least_amount) where id > $1 order by id, coin`,
    [after],
  );
  await run(
    `insert into coin_up_order (customer_id, coin, direction, account, amount, date, arrival_date, requested_at, state)
     select customer_id, coin, 'IN', 'COIN_UP_ACCOUNT', in_transit_in, ${day}, ${day} + 1, ${day}, 'INTRANSIT'
     from coin_up_position order by customer_id, coin`,
  );
  await run(
    `select count(ledger.post_transfer(concat('deposit-manual:', id, coin), sha256(''), 'deposit-manual', null, ${day}, ${day},
       ledger.house_id('CASH', coin), wallet, type, amount, ${day}, null))
     from (
       select customer_id as id, coin, ${wallet} as wallet, ${recharge} as type, in_transit_in as amount from coin_up_position
       union all
       select id, 'BTC', ledger.account_id(id, 'OUTPUT_ACCOUNT', 'BTC'), 'RECHARGE_BTC', 10000000000 from customer where id < $1
     ) given`,
    [after],
  );
  await run(
    `insert into audit_log (at, staff_id, approved_by, action, subject, reason, detail)
     select posted_at, 1, 2, 'deposit:manual', 'customer ' || ledger.customer_of(credit), 'seed', jsonb_build_object(
       'kind', 'deposit-' || lower(ledger.coin_of(credit)), 'coin', ledger.coin_of(credit), 'amount', amount::bigint::text,
       'key', split_part(key, ':', 2), 'transferId', transfer.id::text)
     from ledger.transfer join ledger.posting on posting.transfer_id = transfer.id where kind = 'deposit-manual'`,
  );
  await run(
    `select count(ledger.post_transfer(concat('coin-up:coinUpSubscribe ', customer_id, ' seed-', coin), sha256(convert_to(${input}, 'UTF8')),
       'coin-up-subscription', null, ${day}, ${day}, ${wallet}, ledger.account_id(customer_id, 'COIN_UP_ACCOUNT', coin),
       ('COIN_UP_IN_' || coin)::ledger.posting_type, in_transit_in, ${day}, null)) from coin_up_position`,
  );
  const fund = 1_000_000_000_000_000n;
  await run(
    `select ledger.post_transfer('demo treasury ' || coin, sha256(''), 'demo-treasury', null, ${day}, ${day}, ledger.house_id('CASH', coin),
       ledger.house_id('TREASURY', coin), 'TREASURY_MOVE', ${fund}, ${day}, null)
     from (values ('BTC'), ('USDT')) coin (coin)`,
  );
  await run(
    `insert into audit_log (at, staff_id, approved_by, action, subject, reason, detail)
     select ${day}, 1, 2, 'coin-up:fund', 'INTEREST_FUND ' || coin, 'seed',
       jsonb_build_object('amount', '${fund}', 'from', 'TREASURY', 'key', 'seed ' || coin, 'transferId', transfer_id::text)
     from (values ('BTC'), ('USDT')) coin (coin)
     cross join lateral ledger.post_transfer('coin-up-fund:seed ' || coin, sha256(''), 'coin-up-fund', null, ${day}, ${day},
       ledger.house_id('TREASURY', coin), ledger.house_id('INTEREST_FUND', coin), 'FUND_PAID_IN', ${fund}, ${day}, null)`,
  );
}
