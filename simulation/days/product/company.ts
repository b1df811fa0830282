/** The whole product as a company of the simulation: its people, its chain, and the worker’s tasks, on a clock of their own. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dayCloseSlice } from '../../../apps/server/src/features/day-close/day-close.slice.ts';
import type { Command } from '../../../apps/server/src/platform/commands/command.ts';
import { isProposable } from '../../../apps/server/src/platform/staff/proposable-command.ts';
import { type TestCustomer, testPassword } from '../../../apps/server/src/testing/app.ts';
import { needed, startDepositFixture } from '../../../apps/server/src/testing/arrival-fixture.ts';
import { addStaff, runCommandWith } from '../../../apps/server/src/testing/commands.ts';

/** A refusal with what the product says about it. */
export type Answer = { outcome: 'done' } | { outcome: 'refused'; why: string };

export const done: Answer = { outcome: 'done' };
export const refused = (why: string): Answer => ({ outcome: 'refused', why });

/** Sessions live thirty days. */
const loginLasts = 25 * 86_400_000;

export type Company = Awaited<ReturnType<typeof startCompany>>;

/** `machinesPerBatch`: of a close, which then has several batches at once, of machines that change hands between them. */
export async function startCompany(now: number, machinesPerBatch: number) {
  const fixture = await startDepositFixture({ now: new Date(now).toISOString() });
  const { app, chain } = fixture;
  await addStaff(app);
  const folder = await mkdtemp(join(tmpdir(), 'lode-days-'));
  const customers = new Map<string, TestCustomer & { loggedInAt: number }>();
  /** Where customers were paid; coins may still come after they have left. */
  const places = new Map<string, string>();
  const machineIds = new Map<string, bigint>();
  /** Ids of arrivals by the simulation's numbers. */
  const arrivals = new Map<number, bigint>();
  const { alerts, leaving, machines, wallet, electricity, suspense, coinUp, networkDays, prices, staff } = app.slices;
  const dayClose = dayCloseSlice({
    database: app.database,
    provideDay: async () => undefined,
    runClock: machines.runClock,
    enterArrear: machines.enterArrear,
    chargeDay: electricity.chargeDay,
    coinUp: coinUp.run,
    catchUpDays: 7,
    machinesPerBatch,
  });
  const commands: Record<string, Command> = {
    ...machines.commands,
    ...machines.opsCommands,
    ...wallet.commands,
    ...wallet.opsCommands,
    ...electricity.opsCommands,
    ...suspense.opsCommands,
    ...coinUp.opsCommands,
    ...networkDays.commands,
    ...prices.commands,
    ...leaving.opsCommands,
  };
  const handlerOf = (action: string) => {
    const proposed = commands[action];
    return proposed && isProposable(proposed) ? proposed.proposal : undefined;
  };
  Object.assign(commands, staff.proposalCommands(handlerOf));

  /** A command as the command line gives it; 2 people where it needs them. */
  async function command(name: string, ...args: string[]): Promise<Answer> {
    const { exit, failed } = await runCommandWith(app, commands[name], args);
    return exit === 0 ? done : refused(failed.join('; '));
  }

  /** The id of what waits for a second person then, or why it is refused. */
  async function propose(name: string, ...args: string[]): Promise<string | Answer> {
    const { exit, printed, failed } = await runCommandWith(app, commands[name], args);
    if (exit !== 0) return refused(failed.join('; '));
    const id = /^proposed as (\d+)/.exec(printed.join('\n'))?.[1];
    if (id === undefined) throw new Error(`${name} was not proposed: ${printed.join('; ')}`);
    return id;
  }

  const opened = await command(
    'coin-up:switch',
    '--to',
    'on',
    '--by',
    'admin',
    '--approved-by',
    'approver',
    '--reason',
    'start',
  );
  if (opened.outcome === 'refused') throw new Error(opened.why);

  async function importFile(name: string, header: string, lines: readonly string[], ...args: string[]) {
    const path = join(folder, 'lines.csv');
    await writeFile(path, [header, ...lines, ''].join('\n'));
    return command(name, path, ...args);
  }

  async function callerOf(account: string) {
    const customer = customers.get(account);
    if (!customer) throw new Error(`no customer ${account}`);
    const at = app.clock.now().getTime();
    if (at - customer.loggedInAt > loginLasts) {
      const { deviceId } = customer.caller;
      const { accessToken } = await app.data('login', { account, password: testPassword }, { deviceId });
      customer.caller = { accessToken, deviceId };
      customer.loggedInAt = at;
    }
    return customer.caller;
  }

  async function placeOf(account: string): Promise<string> {
    const known = places.get(account);
    if (known !== undefined) return known;
    const { key } = await fixture.placeOf({ caller: await callerOf(account) } as TestCustomer);
    places.set(account, key);
    return key;
  }

  async function readMachineIds(): Promise<void> {
    const { rows } = await app.database.query<{ id: bigint; no: string }>({
      text: 'select id, machine_no as no from machine',
    });
    for (const { id, no } of rows) machineIds.set(no, id);
  }

  return {
    app,
    dayClose,
    command,
    propose,
    /** What the worker does by itself between two closes, in its order. */
    ticks: [...machines.ticks, ...electricity.ticks, electricity.creditTick(alerts)],
    /** Statuses that were dated back, the newest first. */
    async listOutages(): Promise<string[]> {
      const { printed } = await runCommandWith(app, commands['outage:list'], []);
      return printed.slice(0, -1);
    },
    importFile,
    callerOf,
    customers,
    machineIds,
    arrivals,
    readMachineIds,
    async addCustomer(account: string): Promise<void> {
      const customer = await app.createMoneyCustomer({ account });
      customers.set(account, { ...customer, loggedInAt: app.clock.now().getTime() });
    },
    /** Coins from outside, final; null for a customer’s address, else the id of the arrival. */
    async coinsArrive(place: number | { customer: string }, amount: bigint): Promise<bigint | null> {
      const key = typeof place === 'number' ? chain.ownAddress('house', place).key : await placeOf(place.customer);
      const tx = fixture.pay({ key, amount });
      fixture.mine(needed);
      await fixture.look();
      const { rows } = await app.database.query<{ id: bigint }>({
        text: 'select id from house_arrival where txid = $1',
        values: [tx.txid],
      });
      return rows[0]?.id ?? null;
    },
    async stop(): Promise<void> {
      await rm(folder, { recursive: true, force: true });
      await app.stop();
    },
  };
}
