// Who may give which command and which call of the console, by the table below: each other role is refused, with its own
// session or name, and a command or call without a row fails.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ConsoleCall, consoleRoutes, proposableActions } from '@lode/contract/console';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { composeCatalogue } from '../../commands.ts';
import type { Command } from '../../platform/commands/command.ts';
import { loadConfig } from '../../platform/config/config.ts';
import { type StaffRole, staffRoles } from '../../platform/staff/authority.ts';
import { startTestApp, type TestApp, testPepper } from '../../testing/app.ts';
import { addStaff, runCommandWith } from '../../testing/commands.ts';
import { consoleClient, consoleOrigin } from '../../testing/console-client.ts';
import { addMachine } from '../../testing/machines.ts';

/** The roles that give a command, and after the colon those that approve it as the second person. */
const rows: Record<string, string> = {
  // Money is proposed by FINANCE and approved by APPROVER.
  'FINANCE:APPROVER': `charge:adjust coin-up:fund cold:add cold:refill credit customer:leave customer:unfreeze deposit:credit-small
    deposit:manual deposit:settle deposit:write-off destination:add keys:begin keys:retire outage:credit pool:payment pool:undo
    suspense:reopen suspense:settle treasury:pay treasury:pay-in treasury:take-out withdrawal:fail withdrawal:offset withdrawal:online`,
  FINANCE: 'customer:pay-mode withdrawal:propose',
  APPROVER: 'withdrawal:approve',
  // Stops, carries or resolves what two people have approved, or rejects it.
  'FINANCE APPROVER': `alarm:settle approver:key cold:free cold:refill-cancel cold:refill-export cold:refill-submit destination:remove
    withdrawal:export withdrawal:free withdrawal:import withdrawal:offline withdrawal:reject withdrawal:review`,
  'FINANCE APPROVER ADMIN': 'customer:disable import:deny-list withdrawal:rule-off',
  'FINANCE ADMIN': 'customer:enable',
  // No money: customers, machines, content, settings, staff.
  'SUPPORT FINANCE ADMIN': `customer:change customer:contact-change customer:contact-code customer:contact-prove customer:contact-second
    customer:end-sessions import:customers`,
  'SUPPORT FINANCE:APPROVER': 'customer:contact-replace customer:second-factor-remove',
  'OPERATIONS FINANCE ADMIN': 'import:machines machine:purchase-price machine:status',
  // What outputs are computed from.
  'OPERATIONS FINANCE': 'import:network-days import:pool-report import:prices import:rates',
  'OPERATIONS FINANCE:APPROVER': 'import:terms outage:record tariff:set terms:set',
  SUPPORT: 'support:answer support:assign support:close',
  'SUPPORT ADMIN': 'content:draft content:image',
  'SUPPORT ADMIN:APPROVER': 'content:publish content:withdraw message:maintenance',
  'ADMIN:APPROVER': 'coin-up:minimum coin-up:rate coin-up:switch deposit:skip-addresses setting:change withdrawal:rule',
  'ADMIN:ADMIN APPROVER': 'staff:add staff:disable staff:enable staff:reset staff:role',
  'SUPPORT OPERATIONS FINANCE APPROVER ADMIN': 'proposal:reject',
  // Shows customers' data.
  'SUPPORT OPERATIONS FINANCE APPROVER ADMIN AUDITOR': `customer:standing customer:statement proposal:list
    support:list support:show suspense:list withdrawal:by-rule withdrawal:find withdrawal:waiting`,
};

/** Reads without customers' data, and commands of the process itself: no name is asked. */
const withoutName = `alarm:list books:check coin-up:status cold:list content:list content:preview day-close
  day-close:preflight destination:list hot-wallet keys:state outage:list pepper:check pool:list security-log:check
  security-log:export setting:history setting:list signer:journal tariff:history terms:history`;
/** Whose people are found in another way: proposals.test.ts, changes.test.ts. */
const provedElsewhere = 'approve staff:password staff:set-up';

const words = (text: string) => text.split(/\s+/).filter((word) => word !== '');
const table = Object.entries(rows).flatMap(([people, names]) => {
  const [by = '', approvedBy = ''] = people.split(':');
  return words(names).map((name) => ({ name, by: words(by), approvedBy: words(approvedBy) }));
});

let app: TestApp;
let folder: string;
let termsFile: string;
let commands: Record<string, Command>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lode-roles-'));
  app = await startTestApp({ env: { CONSOLE_ORIGIN: consoleOrigin } });
  await addStaff(app);
  // It reads its file and finds the machines before it asks who gives it.
  termsFile = join(folder, 'terms.csv');
  await writeFile(termsFile, 'machineNo,from,powerWatts\nM-1,2026-03-12,1900');
  const { account } = await app.createCustomer();
  await addMachine(app, { machineNo: 'M-1', account, site: 'Leshan', startTime: '2026-03-09T00:00:00Z' });
  const { database, clock, passwords } = app;
  const config = loadConfig({ DEMO: '1' });
  const catalogue = composeCatalogue({ database, clock, config, passwords, pepper: testPepper });
  commands = { ...catalogue.commands, ...catalogue.ops };
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true });
});

/** The arguments of the command's own example, without its people. */
function ownArguments({ example }: Command): string[] {
  const shell = example.match(/"[^"]*"|'[^']*'|[^\s"']+/g) ?? [];
  const parts = shell.map((part) => part.replace(/^["']|["']$/g, '').replace('terms.csv', termsFile));
  return parts.filter((part, n) => !/^--(approved-)?by$/.test(part) && !/^--(approved-)?by$/.test(parts[n - 1] ?? ''));
}

async function give(name: string, by: string, approver?: string) {
  const command = commands[name] as Command;
  const people = ['--by', by.toLowerCase(), ...(approver ? ['--approved-by', approver.toLowerCase()] : [])];
  const { exit, failed } = await runCommandWith(app, command, [...ownArguments(command), ...people]);
  return { exit, text: failed.join('\n') };
}

it('has a row for each command of the product', () => {
  const listed = [...table.map(({ name }) => name), ...words(withoutName), ...words(provedElsewhere)];
  expect(listed.sort()).toEqual(Object.keys(commands).sort());
});

it('asks for a name exactly where the table has people', () => {
  const named = Object.entries(commands).filter(([, { options }]) => 'by' in options);
  expect(named.map(([name]) => name).sort()).toEqual([...table.map(({ name }) => name), 'approve'].sort());
});

describe.each(table)('$name', ({ name, by, approvedBy }) => {
  it('is refused to every other role, which the security log says', async () => {
    const second = approvedBy[0];
    for (const role of staffRoles.filter((one) => !by.includes(one))) {
      const approver = second === role ? approvedBy.find((one) => one !== role) : second;
      const refused = await give(name, role, approver);
      // An APPROVER who names itself as the second person is refused for that first.
      expect(refused, role).toEqual({
        exit: 1,
        text: expect.stringMatching(`asks for ${by.join(' or ')}|second person`),
      });
    }
  });

  it('is approved by no other role, and not by the person who proposes it', async () => {
    const [proposer = ''] = by;
    if (approvedBy.length === 0) return;
    for (const role of staffRoles.filter((one) => one !== proposer && !approvedBy.includes(one))) {
      const text = expect.stringContaining(`asks for ${approvedBy.join(' or ')}`);
      expect(await give(name, proposer, role), role).toEqual({ exit: 1, text });
    }
    expect(await give(name, proposer, proposer)).toEqual({ exit: 1, text: expect.stringContaining('the same person') });
  });

  it('is open to the roles of the row', () => {
    const second = approvedBy.length > 0 ? `, approved by ${approvedBy.join(' or ')}` : '';
    expect(commands[name]?.people).toMatch(new RegExp(`^By ${by.join(' or ')}${second}\\.`));
  });
});

const proposable = new Set<string>(proposableActions);

describe('the calls of the console', () => {
  /** All concern the caller's own account and sessions: no role has more of them than another. */
  const ownOnly: ConsoleCall[] = [
    'changePassword',
    'endSession',
    'endSessions',
    'loginByPasskey',
    'loginByPassword',
    'loginPasskeyOptions',
    'logout',
    'passkeyAdd',
    'passkeyOptions',
    'session',
    'sessions',
    'totpBegin',
    'totpConfirm',
  ];

  /** Reads of every role, and what only some may do. */
  const ofCustomer: ConsoleCall[] = [
    'customer',
    'customerDeposits',
    'customerMachines',
    'customerMessages',
    'customerMovements',
    'customerNotices',
    'customerSessions',
    'customerThreads',
    'customerWithdrawals',
  ];
  const changesOfCustomer: ConsoleCall[] = [
    'changeContact',
    'changeCustomer',
    'createCustomer',
    'endCustomerSessions',
    'proveContact',
    'sendContactCodes',
  ];
  const sights = words('viewAssets viewBill viewBillMonth viewHome viewMachines viewWithdrawals') as ConsoleCall[];
  const ofMachines: ConsoleCall[] = [
    'machine',
    'machineChoices',
    'machineCounts',
    'machineList',
    'machineOwner',
    'modelList',
    'outageCreditList',
    'outageList',
  ];
  const ofBooks: ConsoleCall[] = [
    'ledgerCustomer',
    'reconciliation',
    'transfer',
    'transferEntries',
    'transferList',
    'trialBalance',
  ];
  const readsOfAll: ConsoleCall[] = [
    ...ofBooks,
    ...ofCustomer,
    ...ofMachines,
    'coinUp',
    'coinUpInterest',
    'coinUpPositions',
    'chainMoney',
    'coldTransferList',
    'customerList',
    'groupMessage',
    'groupMessageList',
    'day',
    'dayCalendar',
    'deposit',
    'depositList',
    'networkDay',
    'poolBoard',
    'poolPaymentList',
    'proposal',
    'proposalList',
    'repair',
    'repairList',
    'search',
    'settingList',
    'settingVersions',
    'site',
    'siteList',
    'stuckPaymentList',
    'sweepList',
    'thread',
    'threadList',
    'withdrawalList',
    'withdrawalProgress',
    'withdrawalReview',
    'workQueue',
  ];
  const deciding: readonly StaffRole[] = ['SUPPORT', 'OPERATIONS', 'FINANCE', 'APPROVER', 'ADMIN'];
  const ofSome: Partial<Record<ConsoleCall, readonly StaffRole[]>> = {
    answerThread: ['SUPPORT'],
    approveProposal: deciding,
    assignThread: ['SUPPORT'],
    auditLog: ['APPROVER', 'ADMIN', 'AUDITOR'],
    changeMachineStatus: ['OPERATIONS', 'FINANCE', 'ADMIN'],
    changeRepair: ['SUPPORT', 'OPERATIONS', 'ADMIN'],
    closeThread: ['SUPPORT'],
    noteRepair: ['SUPPORT', 'OPERATIONS', 'ADMIN'],
    openRepair: ['SUPPORT', 'OPERATIONS', 'ADMIN'],
    createModel: ['OPERATIONS', 'FINANCE', 'ADMIN'],
    disableCustomer: ['FINANCE', 'APPROVER', 'ADMIN'],
    enableCustomer: ['FINANCE', 'ADMIN'],
    ...Object.fromEntries(changesOfCustomer.map((call) => [call, ['SUPPORT', 'FINANCE', 'ADMIN']])),
    ...Object.fromEntries(sights.map((call) => [call, ['SUPPORT', 'FINANCE', 'ADMIN', 'AUDITOR']])),
    monthlyPackage: ['FINANCE', 'APPROVER', 'ADMIN', 'AUDITOR'],
    noteWithdrawal: ['FINANCE', 'APPROVER'],
    rejectProposal: deciding,
    rejectWithdrawal: ['FINANCE', 'APPROVER'],
    releaseInputs: ['FINANCE', 'APPROVER'],
    previewMachineStatus: ['OPERATIONS', 'FINANCE', 'ADMIN'],
    orderDay: ['FINANCE'],
    previewMessage: ['SUPPORT', 'ADMIN'],
    previewRate: ['ADMIN'],
    previewTariff: ['OPERATIONS', 'FINANCE'],
    resolveAlert: ['FINANCE', 'APPROVER'],
  };
  const input: Partial<Record<ConsoleCall, object>> = {
    answerThread: { id: '1', after: '1', text: 'x' },
    approveProposal: { id: '1' },
    assignThread: { id: '1', to: 'support' },
    changeMachineStatus: { ids: ['999'], to: 'REPAIR', effect: '0'.repeat(64), reason: 'x' },
    changeContact: { id: '1', to: '13900000001', code: '123456', oldCode: '123456', reason: 'x' },
    changeCustomer: { id: '1', nickname: 'x', reason: 'x' },
    changeRepair: { id: '999', status: 'DONE', reason: 'x' },
    closeThread: { id: '1', reason: 'x' },
    noteRepair: { id: '999', audience: 'INTERNAL', text: 'x' },
    openRepair: { machine: '999', title: 'x' },
    repair: { id: '1' },
    createModel: {
      name: 'x',
      coin: 'BTC',
      hashrate: 'x',
      hashrateUnit: 'TH/s',
      powerWatts: '1',
      poolFeeRate: '0',
      reason: 'x',
    },
    createCustomer: { account: 'x', nickname: '', tags: [], reason: 'x' },
    disableCustomer: { id: '1', reason: 'x' },
    enableCustomer: { id: '1', reason: 'x' },
    endCustomerSessions: { id: '1', reason: 'x' },
    proveContact: { id: '1', to: '13900000001', code: '123456', reason: 'x' },
    sendContactCodes: { id: '1', to: '13900000001', hasOldContact: true, reason: 'x' },
    noteWithdrawal: { id: '1', text: 'x' },
    proposal: { id: '1' },
    rejectProposal: { id: '1', reason: 'x' },
    rejectWithdrawal: { id: '1', reason: 'x' },
    releaseInputs: { id: '1', reason: 'x' },
    deposit: { id: '1' },
    machine: { id: '1' },
    ledgerCustomer: { account: '13800000001' },
    monthlyPackage: { month: '2026-03' },
    reconciliation: {},
    transfer: { id: '1' },
    transferEntries: { id: '1' },
    trialBalance: { coin: 'BTC' },
    machineOwner: { account: '13800000001' },
    previewMachineStatus: { ids: ['999'], to: 'REPAIR' },
    day: { kind: 'mining', date: '2026-03-01' },
    dayCalendar: { kind: 'mining', month: '2026-03' },
    networkDay: { coin: 'BTC', date: '2026-03-01' },
    orderDay: { kind: 'mining', date: '2100-01-01', work: 'CLOSE', reason: 'x' },
    resolveAlert: { id: '1', reason: 'x' },
    settingVersions: { key: 'coin-up.open' },
    ...Object.fromEntries(ofCustomer.map((call) => [call, { id: '1' }])),
    ...Object.fromEntries(sights.map((call) => [call, { id: '999', reason: 'x' }])),
    search: { text: '13800000001' },
    groupMessage: { id: '1' },
    previewMessage: { site: 'no such site' },
    previewRate: { coin: 'BTC', apy: '3.00', from: '2020-01-01' },
    previewTariff: { site: '999', tariff: '', price: '0.05', from: '2026-03-20' },
    site: { id: '1' },
    thread: { id: '1' },
    withdrawalProgress: { id: '1' },
    withdrawalReview: { id: '1' },
  };

  /** Their roles are those of the action. */
  const ofTheAction: ConsoleCall[] = ['previewProposal', 'propose', 'previewImport', 'runImport'];

  it('have a row each', () => {
    const rows = [...ownOnly, ...readsOfAll, ...ofTheAction, ...Object.keys(ofSome)];
    expect(Object.keys(consoleRoutes).sort()).toEqual(rows.sort());
  });

  it.each(staffRoles)('let %s propose what the command lets it propose, and nothing else', async (role) => {
    const { client } = await logIn(role);
    const before = await countDenied();
    for (const action of proposableActions) {
      const mayPropose = table.find(({ name }) => name === action)?.by.includes(role) ?? false;
      // Without options it is refused to who may.
      expect((await client.call('previewProposal', { action, options: {} })).code, action).toBe(
        mayPropose ? 40008 : 403,
      );
      expect((await client.call('propose', { action, options: {}, reason: 'x' })).code, action).toBe(
        mayPropose ? 40008 : 403,
      );
    }
    const own = table.filter(({ name, by }) => proposable.has(name) && by.includes(role)).length;
    expect((await countDenied()) - before).toBe(2 * (proposableActions.length - own));
    await client.call('logout');
  });

  it.each(staffRoles)('are open to %s by the table and no further, which the security log says', async (role) => {
    const { client } = await logIn(role);
    for (const call of readsOfAll) expect([200, 404], call).toContain((await client.call(call, input[call])).code);
    const denied = Object.entries(ofSome).filter(([, roles]) => !roles.includes(role));
    const before = await countDenied();
    for (const [call] of denied)
      expect((await client.call(call as ConsoleCall, input[call as ConsoleCall])).status, call).toBe(403);
    expect((await countDenied()) - before).toBe(denied.length);
    for (const [call, roles] of Object.entries(ofSome) as [ConsoleCall, readonly StaffRole[]][]) {
      const isRead = consoleRoutes[call].method === 'GET' || sights.includes(call);
      const expected = isRead ? [200, 404] : [40008];
      if (roles.includes(role)) expect(expected, call).toContain((await client.call(call, input[call])).code);
    }
    await client.call('logout');
  });

  const countDenied = async () =>
    Number(
      (
        await app.owner.query<{ count: bigint }>({
          text: "select count(*) from security_event where kind = 'STAFF_DENIED'",
        })
      ).rows[0]?.count,
    );

  it('reach the own sessions and nothing of the five others, for each of the six roles', async () => {
    const browsers = await Promise.all(staffRoles.map(logIn));
    for (const { role, client } of browsers) {
      const { data } = await client.call('sessions');
      expect(
        data.map(({ id }) => id),
        role,
      ).toEqual([browsers.find((one) => one.role === role)?.id]);
      for (const other of browsers.filter((one) => one.role !== role))
        expect((await client.call('endSession', { id: other.id })).status, `${role} ${other.role}`).toBe(404);
      expect((await client.call('endSessions')).code).toBe(200);
    }
    for (const { role, client } of browsers) expect((await client.call('session')).data, role).toMatchObject({ role });
  });

  async function logIn(role: StaffRole) {
    const client = consoleClient(app.console, { ip: `203.0.113.${staffRoles.indexOf(role) + 1}` });
    const { data } = await client.call('loginByPassword', { name: role.toLowerCase(), password: 'Lode@Console1' });
    return { role, client, id: data.id };
  }
});
