import { assertBooksBalance } from '@lode/ledger';
import { expect } from 'vitest';
import { bookChecksOf } from '../../../composition/book-checks.ts';
import type { Command } from '../../../platform/commands/command.ts';
import { isProposable } from '../../../platform/staff/proposable-command.ts';
import type { TestCustomer } from '../../../testing/app.ts';
import { startDepositFixture } from '../../../testing/arrival-fixture.ts';
import { addStaff, runCommand } from '../../../testing/commands.ts';

export const two = '--by finance --approved-by approver --reason asked';

/** The app on a scripted chain with its staff, and the commands of every slice that a leaving meets. */
export async function startLeavingFixture() {
  const fixture = await startDepositFixture();
  const { app } = fixture;
  await addStaff(app);
  const commands = (): Record<string, Command> => {
    const { identity, wallet, leaving, deposits, suspense, staff, alerts, withdrawals } = app.slices;
    const ops: Record<string, Command> = {
      ...identity.opsCommands,
      ...wallet.commands,
      ...wallet.opsCommands,
      ...leaving.opsCommands,
      ...deposits.opsCommands,
      ...suspense.opsCommands,
      ...alerts.opsCommands,
      ...withdrawals.opsCommands,
    };
    const handlerOf = (command: Command | undefined) =>
      command && isProposable(command) ? command.proposal : undefined;
    return { ...ops, ...staff.proposalCommands((action) => handlerOf(ops[action])) };
  };
  async function ops(name: string, args: string) {
    const { exit, printed, failed } = await runCommand(app, commands()[name], args);
    return { exit, text: [...printed, ...failed].join('\n') };
  }
  const leaveBy = (customer: TestCustomer, more = '') => ops('customer:leave', `--id ${customer.id} ${two} ${more}`);
  const give = async (customer: TestCustomer, coin: string, amount: string) =>
    expect(
      await ops('deposit:manual', `--account ${customer.account} --coin ${coin} --amount ${amount} ${two}`),
    ).toMatchObject({ exit: 0 });
  const statusOf = async ({ id }: TestCustomer) => {
    const { rows } = await app.owner.query<{ status: string }>({
      text: 'select status from customer where id = $1',
      values: [id],
    });
    return rows[0]?.status;
  };
  const houseOf = async (account: string, coin: string) => {
    const { rows } = await app.database.query<{ sum: bigint }>({
      text: `select coalesce(sum(amount), 0)::bigint as sum from ledger.entry where account = ledger.house_id($1, $2)`,
      values: [account, coin],
    });
    return rows[0]?.sum ?? 0n;
  };
  const treasuryAndPromotion = () =>
    Promise.all([houseOf('TREASURY', 'BTC'), houseOf('PROMOTION_EXPENSE', 'USDT')] as const);
  const departures = async () => {
    const { rows } = await app.owner.query<{ count: number }>({
      text: `select count(*)::int as count from customer_departure
        join audit_log on action = 'customer:leave' and subject = 'customer ' || customer_id`,
    });
    return rows[0]?.count ?? 0;
  };
  const departureNotices = async () => (await app.notices()).filter(({ text }) => text.includes('已注销')).length;
  const assertBooks = () => assertBooksBalance(app.database, bookChecksOf(app.slices));
  return {
    ...fixture,
    ops,
    leaveBy,
    give,
    statusOf,
    treasuryAndPromotion,
    houseOf,
    departures,
    departureNotices,
    assertBooks,
  };
}
