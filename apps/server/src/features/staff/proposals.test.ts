/**
 * Proves that an action which two people give one after the other acts once, by two different people with the right roles, and
 * that what was decided stays decided.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Command } from '../../platform/commands/command.ts';
import { integer } from '../../platform/commands/option.ts';
import { sentence } from '../../platform/sentence.ts';
import { moneyRoles } from '../../platform/staff/authority.ts';
import { isProposable, proposableCommand } from '../../platform/staff/proposable-command.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { addStaff, runCommand } from '../../testing/commands.ts';

let app: TestApp;
/** Each act of the command under test: what was given, by whom. */
const acts: string[] = [];
/** What its effect depends on, besides what was given. */
let rate = '';

beforeAll(async () => {
  app = await startTestApp();
  await addStaff(app);
});
afterAll(() => app.stop());

const declared = () =>
  proposableCommand('test:give', app.slices.staff, moneyRoles, {
    group: 'Money',
    summary: 'Gives',
    options: { amount: integer({ min: 1, max: 9 }, 'how much') },
    example: '--amount 3 --by finance --reason "test"',
    effects: 'irreversible',
    describe: async ({ amount }) =>
      amount === 9
        ? { refused: sentence('9 is too much', '9 太多') }
        : { summary: sentence(`gives ${amount}${rate}`, `给 ${amount}${rate}`) },
    async run({ amount }, { authority, reason, now }) {
      return app.database.transaction(async (dbTx) => {
        const audit = { at: now, authority, action: 'test:give', subject: 'test', reason };
        await app.slices.staff.recordAudit(dbTx, audit);
        acts.push(`${amount} ${authority.by.name} ${authority.approver?.name} ${reason}`);
        return { done: sentence(`gave ${amount}`, `已给 ${amount}`) };
      });
    },
  });

async function run(command: Command | undefined, args: string) {
  const { exit, printed, failed } = await runCommand(app, command, args);
  return { exit, text: [...printed, ...failed].join('\n') };
}

const give = (args: string) => run(declared(), args);
const proposals = () =>
  app.slices.staff.proposalCommands((action) => {
    const command = declared();
    return action === 'test:give' && isProposable(command) ? command.proposal : undefined;
  });
const decide = (name: 'approve' | 'proposal:reject' | 'proposal:list', args: string) => run(proposals()[name], args);

async function propose(amount: number): Promise<string> {
  const { exit, text } = await give(`--amount ${amount} --by finance --reason first`);
  expect([exit, text]).toEqual([0, expect.stringMatching(/^proposed as \d+: gives/)]);
  return (/as (\d+):/.exec(text) as RegExpExecArray)[1] as string;
}

describe('a proposal', () => {
  it('acts when another person approves it, once, with the reason and the options of the proposer', async () => {
    const id = await propose(3);
    expect(acts).toEqual([]);
    expect((await decide('proposal:list', '')).text).toContain(`test:give by finance: gives 3 (first)`);
    expect(await decide('approve', `--id ${id} --by approver`)).toMatchObject({ exit: 0, text: 'gave 3' });
    expect(acts).toEqual(['3 finance approver first']);
    expect(await decide('approve', `--id ${id} --by approver`)).toMatchObject({
      exit: 1,
      text: expect.stringContaining('APPROVED'),
    });
    expect(acts).toHaveLength(1);
  });

  it('shows a person at a terminal what it would do now, and does nothing else', async () => {
    const id = await propose(8);
    const shown: string[] = [];
    const at = (whileAsked: string) => ({
      show: (line: string) => void shown.push(line),
      async ask() {
        rate = whileAsked;
        return 'yes';
      },
    });
    const decideAt = (terminal: ReturnType<typeof at>) =>
      runCommand(app, proposals().approve, `--id ${id} --by approver`, terminal as never);
    const before = acts.length;
    rate = ' at 2';
    expect(await decideAt(at(' at 3'))).toMatchObject({ exit: 1, failed: [expect.stringContaining('read it again')] });
    expect(shown.join()).toContain('gives 8 at 2');
    expect(acts).toHaveLength(before);
    expect(await decideAt(at(' at 3'))).toMatchObject({ exit: 0 });
    expect(acts).toHaveLength(before + 1);
    rate = '';
  });

  it('acts once when it is approved many times at once', async () => {
    const id = await propose(4);
    const before = acts.length;
    const results = await Promise.all(Array.from({ length: 8 }, () => decide('approve', `--id ${id} --by approver`)));
    expect(results.filter(({ exit }) => exit === 0)).toHaveLength(1);
    expect(acts).toHaveLength(before + 1);
  });

  it('is approved neither by its proposer nor without the role', async () => {
    const id = await propose(5);
    for (const [name, why] of [
      ['finance', 'same person'],
      ['support', 'asks for APPROVER'],
      ['admin', 'asks for APPROVER'],
      ['ghost', 'no staff member'],
    ]) {
      const { exit, text } = await decide('approve', `--id ${id} --by ${name}`);
      expect([exit, text]).toEqual([1, expect.stringContaining(why as string)]);
    }
    await expect(
      app.owner.query({
        text: `update staff_proposal set outcome = 'APPROVED', decided_by = proposed_by, decided_at = proposed_at where id = $1`,
        values: [id],
      }),
    ).rejects.toThrow('approved_by_another_person');
  });

  it('is rejected by who may approve it, taken back by its proposer, and then stays so', async () => {
    const [rejected, takenBack] = [await propose(6), await propose(7)];
    expect((await decide('proposal:reject', `--id ${rejected} --by support --reason no`)).exit).toBe(1);
    expect((await decide('proposal:reject', `--id ${rejected} --by approver --reason no`)).exit).toBe(0);
    expect((await decide('proposal:reject', `--id ${takenBack} --by finance --reason mistake`)).exit).toBe(0);
    for (const id of [rejected, takenBack]) {
      expect((await decide('approve', `--id ${id} --by approver`)).text).toContain('REJECTED');
      expect((await decide('proposal:reject', `--id ${id} --by approver --reason again`)).exit).toBe(1);
    }
    await expect(
      app.owner.query({ text: `update staff_proposal set summary = 'other' where id = $1`, values: [rejected] }),
    ).rejects.toThrow('it is decided');
  });

  it('is not stored when the action would be refused, or its proposer has not the role', async () => {
    const count = async () => (await app.owner.query({ text: 'select from staff_proposal' })).rows.length;
    const before = await count();
    expect(await give('--amount 9 --by finance --reason x')).toMatchObject({ exit: 1 });
    expect(await give('--amount 2 --by approver --reason x')).toMatchObject({ exit: 1 });
    expect(await give('--amount 2 --reason x')).toMatchObject({ exit: 1 });
    expect(await count()).toBe(before);
  });

  it('is not needed when both people are named at once', async () => {
    const before = acts.length;
    const both = await give('--amount 1 --by finance --approved-by approver --reason now');
    expect(both).toMatchObject({ exit: 0, text: 'gave 1' });
    expect(acts.slice(before)).toEqual(['1 finance approver now']);
  });
});
