import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Approver, openApproverKey, signApproval, signerLocation } from '@lode/signing';
import { advance } from '../../apps/server/src/features/withdrawals/lifecycle.ts';
import { paymentToApprove } from '../../apps/server/src/features/withdrawals/review/payment-to-approve.ts';
import { insertReview } from '../../apps/server/src/features/withdrawals/review/review.repository.ts';
import { findWithdrawal, lockWithdrawal } from '../../apps/server/src/features/withdrawals/withdrawal.repository.ts';
import type { TestCustomer } from '../../apps/server/src/testing/app.ts';
import { startBitcoinPayoutFixture } from '../../apps/server/src/testing/bitcoin-payout-fixture.ts';

const passphrase = 'Lode@Console1';
const amount = '0.01';
const outputsOfTransaction = 200;

/** The product with a real PostgreSQL, bitcoind and signer, and customers with one final output for each withdrawal to come. */
export async function startPayoutScene(withdrawals: number, customerCount: number) {
  const world = await startBitcoinPayoutFixture();
  const { app, bitcoind, signer } = world;
  const { id: signerId } = await signer.client.info();
  const { rows: staff } = await app.owner.query<{ id: bigint; name: string }>({ text: 'select id, name from staff' });
  const folder = signerLocation({ DEMO: '1', DATA_DIR: signer.dataDir }, signer.dataDir).folder;
  const people = JSON.parse(await readFile(join(folder, 'demo-approvers.json'), 'utf8')) as Approver[];
  const keys = await Promise.all(
    people
      .filter(({ name }) => name === 'finance' || name === 'approver')
      .map(async (one) => ({
        ...one,
        staffId: staff.find(({ name }) => name === one.name)?.id ?? 0n,
        key: await openApproverKey(one, passphrase),
      })),
  );

  const customers: TestCustomer[] = [];
  const funding: string[] = [];
  for (let made = 0; made < customerCount; made += 1) {
    const customer = await app.createMoneyCustomer();
    const { address } = await app.data('depositAddress', { coin: 'BTC', network: 'BITCOIN' }, customer.caller);
    customers.push(customer);
    funding.push(address);
  }
  // One transaction pays each address once: as many transactions as a customer has withdrawals.
  const each = Math.ceil(withdrawals / customerCount) + 1;
  for (let time = 0; time < each; time += 1) {
    for (let from = 0; from < funding.length; from += outputsOfTransaction) {
      const slice = funding.slice(from, from + outputsOfTransaction);
      await bitcoind.call('sendmany', ['', Object.fromEntries(slice.map((address) => [address, '0.02']))]);
    }
    if (time % 20 === 19) await bitcoind.mine(1);
  }
  await world.mine(4);
  let next = 0;

  return {
    ...world,
    /** One withdrawal as a customer submits it, approved by two people whose keys are open: its id. */
    async approve(): Promise<bigint> {
      const customer = customers[next++ % customers.length] as TestCustomer;
      const id = BigInt(await world.applied(customer, await world.receiver(), amount));
      const withdrawal = await findWithdrawal(app.database, id);
      if (withdrawal === null) throw new Error(`no withdrawal ${id}`);
      const now = app.clock.now();
      const { paymentId, network, coin, destination, amount: received } = paymentToApprove(withdrawal);
      const approvalRequest = {
        paymentId,
        ...(signerId !== undefined && { signer: signerId }),
        network,
        chain: 'regtest' as const,
        coin,
        destination,
        amount: `${received}`,
        feeCap: '1000000',
      };
      await app.database.transaction(async (dbTx) => {
        const locked = await lockWithdrawal(dbTx, id);
        if (locked === null) return;
        for (const { name, role, key, staffId } of keys) {
          const approval = signApproval(key, { approver: name, role, approvedAt: now.toISOString() }, approvalRequest);
          const part = role === 'FINANCE' ? 'PROPOSED' : 'APPROVED';
          const signed = { approvalRequest, approval };
          await insertReview(dbTx, { withdrawalId: id, part, staffId, reason: 'bench', now, signed });
        }
        await advance(dbTx, locked, 'approve', now);
      });
      return id;
    },
    /** How many withdrawals stand in each phase. */
    async phases(): Promise<Record<string, number>> {
      const { rows } = await app.owner.query<{ phase: string; count: number }>({
        text: 'select phase, count(*)::int as count from withdrawal group by phase',
      });
      return Object.fromEntries(rows.map(({ phase, count }) => [phase, count]));
    },
  };
}
