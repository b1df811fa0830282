// Who may make which call of the console, by the table below: each other role is refused with its own session, and a call without a
// row fails.
import {
  type ConsoleCall,
  type ConsoleRoute,
  consoleRoutes,
  importActions,
  proposableActions,
} from '@lode/contract/console';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StaffRole, staffRoles } from '../../platform/staff/authority.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { addStaff } from '../../testing/commands.ts';
import { consoleClient, consoleOrigin } from '../../testing/console-client.ts';
import { addMachine } from '../../testing/machines.ts';
import { table, words } from './testing/command-roles.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { CONSOLE_ORIGIN: consoleOrigin } });
  await addStaff(app);
  const { account } = await app.createCustomer();
  await addMachine(app, { machineNo: 'M-1', account, site: 'Leshan', startTime: '2026-03-09T00:00:00Z' });
});
afterAll(() => app.stop());

const proposable = new Set<string>(proposableActions);
const declared = new Set<string>([...proposableActions, ...importActions]);

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
    'permissions',
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
  const views = words(
    'viewAssets viewBill viewBillMonth viewCoinUp viewCoinUpRecords viewHome viewMachines viewMessages viewOutputs viewWithdrawals',
  ) as ConsoleCall[];
  const files: ConsoleCall[] = ['exportCustomers', 'exportDeposits', 'exportTransfers', 'exportWithdrawals'];
  const lists: ConsoleCall[] = [...files, 'exportMachines'];
  const ofMachines: ConsoleCall[] = [
    'machine',
    'machineChoices',
    'machineCounts',
    'machineList',
    'modelList',
    'outageCreditList',
    'outageList',
  ];
  const ofBooks: ConsoleCall[] = ['reconciliation', 'transfer', 'transferEntries', 'transferList', 'trialBalance'];
  const readsOfAll: ConsoleCall[] = [
    ...ofBooks,
    ...ofCustomer,
    ...ofMachines,
    'autoApproval',
    'autoApprovalList',
    'coinUp',
    'coinUpInterest',
    'coinUpPositions',
    'chainMoney',
    'coldRefill',
    'coldTransferList',
    'confirmationList',
    'contentList',
    'contentNow',
    'contentRevision',
    'customerList',
    'groupMessage',
    'groupMessageList',
    'health',
    'day',
    'dayCalendar',
    'deposit',
    'depositList',
    'findCustomer',
    'networkDay',
    'offlineSigning',
    'poolBoard',
    'poolPaymentList',
    'proposal',
    'proposalFile',
    'proposalForms',
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
    cancelColdRefill: ['FINANCE', 'APPROVER'],
    changeMachineStatus: ['OPERATIONS', 'FINANCE', 'ADMIN'],
    changeRepair: ['SUPPORT', 'OPERATIONS', 'ADMIN'],
    closeThread: ['SUPPORT'],
    noteRepair: ['SUPPORT', 'OPERATIONS', 'ADMIN'],
    openRepair: ['SUPPORT', 'OPERATIONS', 'ADMIN'],
    createModel: ['OPERATIONS', 'FINANCE', 'ADMIN'],
    disableCustomer: ['FINANCE', 'APPROVER', 'ADMIN'],
    ...Object.fromEntries(files.map((call) => [call, ['FINANCE', 'APPROVER', 'ADMIN', 'AUDITOR']])),
    exportMachines: ['OPERATIONS', 'FINANCE', 'APPROVER', 'ADMIN', 'AUDITOR'],
    enableCustomer: ['FINANCE', 'ADMIN'],
    exportColdRefill: ['FINANCE', 'APPROVER'],
    exportSigningRequest: ['FINANCE', 'APPROVER'],
    importSigningResponse: ['FINANCE', 'APPROVER'],
    ...Object.fromEntries(changesOfCustomer.map((call) => [call, ['SUPPORT', 'FINANCE', 'ADMIN']])),
    ...Object.fromEntries(views.map((call) => [call, ['SUPPORT', 'FINANCE', 'ADMIN', 'AUDITOR']])),
    monthlyPackage: ['FINANCE', 'APPROVER', 'ADMIN', 'AUDITOR'],
    noteWithdrawal: ['FINANCE', 'APPROVER'],
    rejectProposal: deciding,
    rejectWithdrawal: ['FINANCE', 'APPROVER'],
    releaseInputs: ['FINANCE', 'APPROVER'],
    previewMachineStatus: ['OPERATIONS', 'FINANCE', 'ADMIN'],
    orderDay: ['FINANCE'],
    previewContent: ['SUPPORT', 'ADMIN'],
    previewMessage: ['SUPPORT', 'ADMIN'],
    previewRate: ['ADMIN'],
    previewTariff: ['OPERATIONS', 'FINANCE'],
    replayAutoApproval: ['FINANCE', 'APPROVER', 'ADMIN', 'AUDITOR'],
    resolveAlert: ['FINANCE', 'APPROVER'],
    retryJob: ['FINANCE', 'APPROVER'],
    stopAutoApproval: ['FINANCE', 'APPROVER', 'ADMIN'],
    submitColdRefill: ['FINANCE', 'APPROVER'],
    takeOffline: ['FINANCE', 'APPROVER'],
    saveContent: ['SUPPORT', 'ADMIN'],
    uploadImage: ['SUPPORT', 'ADMIN'],
  };
  const input: Partial<Record<ConsoleCall, object>> = {
    answerThread: { id: '1', after: '1', text: 'x' },
    approveProposal: { id: '1' },
    assignThread: { id: '1', to: 'support' },
    changeMachineStatus: { ids: ['999'], to: 'REPAIR', effect: '0'.repeat(64), reason: 'x' },
    changeContact: { id: '1', to: '13900000001', code: '123456', oldCode: '123456', reason: 'x' },
    changeCustomer: { id: '1', nickname: 'x', reason: 'x' },
    changeRepair: { id: '999', version: 1, status: 'DONE', reason: 'x' },
    closeThread: { id: '1', reason: 'x' },
    noteRepair: { id: '999', version: 1, audience: 'INTERNAL', text: 'x' },
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
    ...Object.fromEntries(lists.map((call) => [call, { reason: 'x' }])),
    cancelColdRefill: { id: '1', reason: 'x' },
    exportColdRefill: { id: '1', reason: 'x' },
    submitColdRefill: { id: '1', files: ['x'], reason: 'x' },
    exportSigningRequest: { id: '1', reason: 'x' },
    importSigningResponse: { id: '1', text: 'x', reason: 'x' },
    offlineSigning: { id: '1' },
    takeOffline: { id: '1', reason: 'x' },
    proveContact: { id: '1', to: '13900000001', code: '123456', reason: 'x' },
    sendContactCodes: { id: '1', to: '13900000001', hasOldContact: true, reason: 'x' },
    noteWithdrawal: { id: '1', text: 'x' },
    proposal: { id: '1' },
    proposalFile: { id: '1' },
    rejectProposal: { id: '1', reason: 'x' },
    rejectWithdrawal: { id: '1', reason: 'x' },
    releaseInputs: { id: '1', reason: 'x' },
    confirmationList: { id: '999', view: 'CONFIRMED' },
    contentRevision: { id: '999' },
    deposit: { id: '1' },
    machine: { id: '1' },
    monthlyPackage: { month: '2026-03' },
    reconciliation: {},
    transfer: { id: '1' },
    transferEntries: { id: '1' },
    trialBalance: { coin: 'BTC' },
    findCustomer: { account: '13800000001' },
    previewMachineStatus: { ids: ['999'], to: 'REPAIR' },
    day: { kind: 'mining', date: '2026-03-01' },
    dayCalendar: { kind: 'mining', month: '2026-03' },
    networkDay: { coin: 'BTC', date: '2026-03-01' },
    orderDay: { kind: 'mining', date: '2100-01-01', work: 'CLOSE', reason: 'x' },
    replayAutoApproval: { coin: 'BTC', perPayment: '1', perCustomerDay: '0.5', perDay: '1', knownDays: 30 },
    resolveAlert: { id: '1', reason: 'x' },
    retryJob: { id: '1', reason: 'x' },
    stopAutoApproval: { coin: 'BTC', reason: 'x' },
    settingVersions: { key: 'coin-up.open' },
    ...Object.fromEntries(ofCustomer.map((call) => [call, { id: '1' }])),
    ...Object.fromEntries(views.map((call) => [call, { id: '999', reason: 'x' }])),
    search: { text: '13800000001' },
    groupMessage: { id: '1' },
    previewContent: { kind: 'notice', name: 'x' },
    previewMessage: { site: 'no such site' },
    previewRate: { coin: 'BTC', apy: '3.00', from: '2020-01-01' },
    previewTariff: { site: '999', tariff: '', price: '0.05', from: '2026-03-20' },
    site: { id: '1' },
    thread: { id: '1' },
    withdrawalProgress: { id: '1' },
    withdrawalReview: { id: '1' },
    saveContent: { kind: 'notice', name: 'x' },
    uploadImage: { bytes: 'bm8gcGljdHVyZQ==' },
  };

  /** What is wrong with a form is no refusal. */
  const answersFaults: ConsoleCall[] = ['previewContent', 'saveContent'];

  /** Within these roles those of the action decide. */
  const proposers: StaffRole[] = ['SUPPORT', 'OPERATIONS', 'FINANCE', 'ADMIN'];
  const importers: StaffRole[] = [...proposers, 'APPROVER'];
  const rolesOfTheAction: Partial<Record<ConsoleCall, readonly StaffRole[]>> = {
    previewProposal: proposers,
    propose: proposers,
    previewImport: importers,
    runImport: importers,
  };

  it('have a row each', () => {
    const rows = [...ownOnly, ...readsOfAll, ...Object.keys(rolesOfTheAction), ...Object.keys(ofSome)];
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
    const { data } = await client.call('permissions');
    expect(data.actions.toSorted()).toEqual(
      table
        .filter(({ name, by }) => declared.has(name) && by.includes(role))
        .map(({ name }) => name)
        .sort(),
    );
    const own = table.filter(({ name, by }) => proposable.has(name) && by.includes(role)).length;
    expect((await countDenied()) - before).toBe(2 * (proposableActions.length - own));
    await client.call('logout');
  });

  it.each(staffRoles)('are offered to %s by the table', async (role) => {
    const { client } = await logIn(role);
    const { calls } = (await client.call('permissions')).data;
    const rows = [...Object.entries(ofSome), ...Object.entries(rolesOfTheAction)];
    const some = rows.flatMap(([call, roles]) => (roles.includes(role) ? [call] : []));
    expect(calls.toSorted()).toEqual([...ownOnly, ...readsOfAll, ...some].sort());
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
      const { method }: ConsoleRoute = consoleRoutes[call];
      const isRead = [...answersFaults, ...views, ...lists].includes(call) || method === 'GET';
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
