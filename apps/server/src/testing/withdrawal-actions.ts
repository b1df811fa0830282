import { randomUUID } from 'node:crypto';
import type { ChainAdapter, Network } from '@lode/chain';
import type { Data } from '@lode/contract';
import type { WithdrawCoin } from '../features/withdrawals/domain/coins.ts';
import { addAddress } from '../features/withdrawals/request/address-book.repository.ts';
import { type WithdrawCodePurpose, withdrawCodeSubject } from '../platform/money-call/withdraw-code.ts';
import { hashCode } from '../platform/secrets/one-time-secret.ts';
import { type TestApp, type TestCustomer, testFundsPassword, testPepper } from './app.ts';
import { paymentArgs, runCommand } from './commands.ts';
import { paymentCommands } from './payout-deps.ts';

/** What a code of the scene WITHDRAW is asked for where the payment does not matter. */
export const someNewAddress = {
  coin: 'BTC',
  network: 'BITCOIN',
  address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
} as const;

let requests = 0;

/** A one-time code of the scene WITHDRAW that is valid now, for this payment or address. */
export async function issueWithdrawCode(
  { owner, clock }: Pick<TestApp, 'owner' | 'clock'>,
  { account }: TestCustomer,
  payment: WithdrawCodePurpose,
): Promise<string> {
  const code = String(100_000 + (++requests % 900_000));
  await owner.query({
    text: `insert into one_time_code (account, scene, code_hash, sent_at, expires_at, subject)
           values ($1, 'WITHDRAW', $2, $3::timestamptz, $3::timestamptz + interval '10 minutes', $4)`,
    values: [account, hashCode(testPepper, `WITHDRAW ${account}`, code), clock.now(), withdrawCodeSubject(payment)],
  });
  return code;
}

/** Adds an address to a customer's book a day ago, so that nothing waits for it. */
export async function addKnownAddress(
  { database, clock }: Pick<TestApp, 'database' | 'clock'>,
  chain: Pick<ChainAdapter, 'checkAddress'>,
  { customerId, network, text }: { customerId: bigint; network: Network; text: string },
): Promise<void> {
  const check = chain.checkAddress(text);
  if (!check.valid) throw new Error(`${text} is ${check.reason}`);
  const addedAt = new Date(clock.now().getTime() - 24 * 3_600_000);
  const { key: addressKey, address } = check;
  await database.transaction((dbTx) =>
    addAddress(dbTx, customerId, { network, address, addressKey, label: '', addedAt }),
  );
}

/** What a customer and the staff do with withdrawals of one coin on one network. */
export function withdrawalActions(app: TestApp, asset: { coin: WithdrawCoin; network: Network }) {
  const actions = {
    /** Applied for: its id. */
    async applied(customer: TestCustomer, address: string, amount: string): Promise<string> {
      const payment = { ...asset, address, amount };
      const code = await issueWithdrawCode(app, customer, payment);
      const input = { ...payment, password: testFundsPassword, code };
      return (await app.data('withdrawApply', input, { ...customer.caller, requestId: `withdraw-${randomUUID()}` })).id;
    },
    async approve(id: string): Promise<void> {
      for (const [name, by] of [
        ['withdrawal:propose', 'finance'],
        ['withdrawal:approve', 'approver'],
      ] as const) {
        const args = `${await paymentArgs(app, id)} --by ${by} --reason seen`;
        const { exit, failed } = await runCommand(app, paymentCommands(app)[name], args);
        if (exit !== 0) throw new Error(failed.join());
      }
    },
    /** Applied for, proposed and approved: its id. */
    async approved(customer: TestCustomer, address: string, amount: string): Promise<string> {
      const id = await actions.applied(customer, address, amount);
      await actions.approve(id);
      return id;
    },
    async record({ caller }: TestCustomer, id: string): Promise<Data<'withdrawApply'>> {
      const [found] = (await app.data('withdrawPage', { id }, caller)).records;
      if (!found) throw new Error(`no withdrawal ${id}`);
      return found;
    },
    /** What a customer can withdraw, as the wallet says. */
    async balance({ caller }: TestCustomer): Promise<string | undefined> {
      const wallet = asset.coin === 'BTC' ? 'OUTPUT_ACCOUNT' : 'ELE_ACCOUNT';
      const { accounts } = await app.data('wallet', {}, caller);
      return accounts.find(({ account, coin }) => account === wallet && coin === asset.coin)?.available;
    },
    /** What these checks find of the coin's chain: custody is what the node says. */
    async assertCustody(checks: TestApp['slices']['deposits']['custodyChecks']): Promise<void> {
      const custody = (await Promise.all(checks.map((check) => check()))).flat();
      for (const { coin, ...sides } of custody) {
        if ((coin === 'BTC') !== (asset.coin === 'BTC')) continue;
        if ('ledger' in sides && sides.ledger === sides.chain) continue;
        throw new Error(`custody ${coin}: ${'ledger' in sides ? `${sides.ledger} and ${sides.chain}` : sides.unknown}`);
      }
    },
  };
  return actions;
}
