// A submission that waits for a node or the signer holds no transaction, and so no lock and no connection, while it waits.
import type { ChainAdapter } from '@lode/chain';
import { checkBitcoinAddress } from '@lode/chain-bitcoin';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Closed } from '../../../platform/chains/chain-nodes.ts';
import { as } from '../../../testing/caller-role.ts';
import { testNodes } from '../../../testing/test-nodes.ts';
import { startWithdrawalFixture } from '../../../testing/withdrawal-fixture.ts';

/** A promise, and what resolves it. */
function pending<T>() {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** Nodes whose keys come from a signer: `open` waits until the signer has answered. */
const bitcoin = { checkAddress: (text: string) => checkBitcoinAddress(text, 'regtest') } as ChainAdapter;
let asked = pending<void>();
let signer = pending<ChainAdapter | Closed>();

let fixture: Awaited<ReturnType<typeof startWithdrawalFixture>>;
beforeAll(async () => {
  const open = () => {
    asked.resolve();
    return signer.promise;
  };
  fixture = await startWithdrawalFixture({ nodes: { ...testNodes({}), open } });
});
afterAll(() => fixture.stop());

/** As the server's role: the owner does not see the state of its connections. */
async function openTransactions(): Promise<number> {
  const idle = {
    text: `select count(*)::int as n from pg_stat_activity
           where datname = current_database() and state like 'idle in transaction%'`,
  };
  const { rows } = await as('public', () => fixture.app.database.query<{ n: number }>(idle));
  return rows[0]?.n ?? 0;
}

it('holds no transaction while the signer does not answer [call:POST /api/withdraw/apply]', async () => {
  const customer = await fixture.customer();
  const reply = fixture.apply(customer, 'BTC', '0.01');
  await asked.promise;
  expect(await openTransactions()).toBe(0);
  signer.resolve(bitcoin);
  expect(await reply).toMatchObject({ code: 200 });
});

it('is refused when the signer has not answered in time, and changes nothing [code:50001]', async () => {
  asked = pending<void>();
  signer = pending<ChainAdapter | Closed>();
  const customer = await fixture.customer();
  const reply = fixture.apply(customer, 'BTC', '0.01');
  await asked.promise;
  expect(await openTransactions()).toBe(0);
  signer.resolve({ closed: 'the signer does not answer' });
  expect(await reply).toMatchObject({ code: 50001 });
  expect(await fixture.balance(customer.id, 'BTC')).toBe(100_000_000n);
});

it('would be seen with a transaction around it (broken control)', async () => {
  const seen = await as('public', () =>
    fixture.app.database.transaction(async (dbTx) => {
      await dbTx.query({ text: 'select 1' });
      return openTransactions();
    }),
  );
  expect(seen).toBe(1);
});
