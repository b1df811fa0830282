import { signScripted } from '@lode/chain/testing';
import type { Sign } from '../features/payouts/payout-ports.ts';
import { signAutoApproved } from '../features/payouts/sign/sign-auto-approved.ts';
import type { Command } from '../platform/commands/command.ts';
import type { TestCustomer } from './app.ts';
import { runCommand } from './commands.ts';
import { type PayoutOverrides, paymentCommands } from './payout-deps.ts';
import { startPayoutFixture } from './payout-fixture.ts';

const usual = '--per-payment 0.002 --per-customer-day 0.004 --per-day 0.05 --known-days 1';
const two = '--by admin --approved-by approver --reason tried';

/** The payer's world with a customer whom people had money sent for two days ago, and the rule off. */
export async function startAutoApprovalFixture(env: Record<string, string> = {}) {
  const world = await startPayoutFixture({ now: '2026-03-10T04:00:00.000Z', env });
  const { app } = world;
  /** A customer who was paid by two people's approval. */
  async function paidBefore(): Promise<TestCustomer> {
    const one = await world.customer(5_000_000n);
    await world.approved(one, '0.001');
    await world.tick();
    await world.tick();
    await world.mine(4);
    return one;
  }
  // Outputs enough for several payments under way: a change is spent again when it is final.
  for (let deposit = 0; deposit < 5; deposit += 1) await world.customer(5_000_000n);
  const customer = await paidBefore();
  app.clock.advance({ hours: 48 });

  const rules = {
    ...world,
    customer,
    paidBefore,
    ops: (name: string, args: string) => runCommand(app, paymentCommands(app)[name] as Command, args),
    on: (bounds = usual, names = two) => rules.ops('withdrawal:rule', `--coin BTC ${bounds} ${names}`),
    off: () => rules.ops('withdrawal:rule-off', '--coin BTC --by finance --reason enough'),
    owner: (text: string, values: unknown[] = []) => app.owner.query({ text, values }),
    recordOf: (id: string) => world.record(customer, id),
    stepsOf: async (id: string) => (await world.record(customer, id)).steps.map(({ step }) => step),
    /** The rule's own job, and no other. */
    ask: (id: string) => (app.jobs['withdrawal-auto-approval'] as (payload: unknown) => Promise<void>)({ id }),
    /** A processor that has several paid by one transaction, with the guard that the worker has around the signer. */
    batcher({ sign = signsAll, limit = 100, ...overrides }: Partial<PayoutOverrides> & { limit?: number } = {}) {
      const { database, clock, slices } = app;
      const guarded = signAutoApproved({ database, clock, withdrawals: slices.withdrawals.forPayouts }, sign);
      return world.payer({ ...overrides, sign: guarded, batchLimit: async () => limit });
    },
    /** Applied for by one customer, and approved by the rule: they wait for their screening. */
    async byRule(amounts: readonly string[], one = customer): Promise<string[]> {
      const ids: string[] = [];
      for (const amount of amounts) {
        const id = await world.applied(one, amount);
        await rules.ask(id);
        ids.push(id);
      }
      return ids;
    },
    /** Applied for, and the rule asked at once by its job. */
    async asked(amount = '0.002'): Promise<string> {
      const id = await world.applied(customer, amount);
      await app.runJobs();
      return id;
    },
    /** A day of its own for a test, in which the rule has taken nothing, and is off. */
    async newDay(): Promise<void> {
      app.clock.advance({ hours: 24 });
      await rules.off();
      app.clock.advance({ minutes: 1 });
    },
  };
  return rules;
}

const signsAll: Sign = async (_approval, unsigned) => ({ outcome: 'SIGNED', signed: signScripted(unsigned.payload) });

export { two as twoPeople, usual as usualBounds };
