// What people approve on the signer's page becomes a review as one given at a terminal does, with every constraint of it.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type ApprovalsResponse,
  type Approver,
  type ApproverRole,
  approve,
  type ReviewRequest,
  SignerUnavailable,
  signerLocation,
} from '@lode/signing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { TestCustomer } from '../../../testing/app.ts';
import { type RunningSigner, startSigner } from '../../../testing/running-signer.ts';
import { bitcoinAddress, startWithdrawalFixture } from '../../../testing/withdrawal-fixture.ts';
import { readAwaitingApproval } from './page-approvals.repository.ts';

const passphrase = 'Lode@Console1';
const start = 120_000;
const roles: Record<string, ApproverRole> = { finance: 'FINANCE', approver: 'APPROVER' };
let world: Awaited<ReturnType<typeof startWithdrawalFixture>>;
let app: (typeof world)['app'];
let signer: RunningSigner;
let people: Approver[];
let customer: TestCustomer;
let id: string;
/** The signer's page, as the server knows it. */
let shown: Map<string, ReviewRequest>;
let given: ApprovalsResponse['approvals'];
let isDown: boolean;
/** The withdrawal that the signer cannot show. */
let unreadable: string | null;

beforeAll(async () => {
  signer = await startSigner();
  const { folder } = signerLocation({ DEMO: '1' }, signer.dataDir);
  people = JSON.parse(await readFile(join(folder, 'demo-approvers.json'), 'utf8')) as Approver[];
  world = await startWithdrawalFixture({ env: { DATA_DIR: signer.dataDir }, sign: undefined });
  app = world.app;
}, start);
afterAll(async () => {
  await world?.stop();
  await signer?.stop();
}, start);
beforeEach(async () => {
  [shown, given, isDown, unreadable] = [new Map(), [], false, null];
  customer = await world.customer();
  ({ id } = await world.applied(customer, 'BTC', '0.01'));
});

const page = {
  async requestApproval(request: ReviewRequest) {
    if (isDown) throw new SignerUnavailable('down');
    if (request.claims.withdrawalId === unreadable) throw new Error('not of the form');
    shown.set(request.approvalRequest.paymentId, request);
  },
  async approvals(ids: readonly string[]) {
    if (isDown) throw new SignerUnavailable('down');
    return { shown: ids.filter((one) => shown.has(one)), approvals: given };
  },
};
const newRounds = () =>
  app.slices.withdrawals.pageApprovals({
    page,
    previewPayment: async () => ({ unavailable: 'no node' }),
    findSigner: app.slices.staff.findSigner,
    accountOf: async () => '13900000001',
  });
const round = () => newRounds()(app.clock.now());
const request = (): ReviewRequest => {
  const found = [...shown.values()].find(({ claims }) => claims.withdrawalId === id);
  if (!found) throw new Error(`withdrawal ${id} is not shown`);
  return found;
};
async function approvedBy(name: string, as = roles[name], change: object = {}): Promise<void> {
  const person = people.find((one) => one.name === name);
  if (!person || !as) throw new Error(name);
  const approvalRequest = { ...request().approvalRequest, ...change };
  given.push({
    approvalRequest,
    approval: await approve({ ...person, role: as }, passphrase, approvalRequest, app.clock.now()),
  });
}
const reviews = async () =>
  (
    await app.owner.query({
      text: `select part, s.name, reason, approval is not null as "isSigned" from withdrawal_review join staff s on s.id = staff_id
             where withdrawal_id = $1 order by at, part desc`,
      values: [id],
    })
  ).rows;
const phase = async () =>
  (await app.owner.query({ text: 'select phase from withdrawal where id = $1', values: [id] })).rows[0]?.phase;

it('shows what waits, with what the server knows of it, and sends it again when the signer forgot it', async () => {
  await round();
  expect(request()).toMatchObject({
    approvalRequest: { network: 'BITCOIN', coin: 'BTC', amount: '980000', feeCap: '1000000' },
    draft: { unavailable: 'no node' },
    claims: {
      customer: '139****01',
      address: bitcoinAddress,
      amount: '980000',
      fee: '20000',
      earlier: { count: 0, total: '0' },
      proposedBy: null,
      hold: null,
    },
  });
  const rounds = newRounds();
  await rounds(app.clock.now());
  shown.clear();
  await rounds(app.clock.now());
  expect(shown.size).toBeGreaterThan(0);
  isDown = true;
  await rounds(app.clock.now());
});

it('holds up no other one by one that cannot be shown', async () => {
  unreadable = id;
  ({ id } = await world.applied(customer, 'BTC', '0.02'));
  await round();
  expect([...shown.values()].map(({ claims }) => claims.withdrawalId)).not.toContain(unreadable);
  expect(request().claims.amount).toBe('1980000');
});

it('records a proposal and an approval of the people who gave them, and the payment begins', async () => {
  await round();
  await approvedBy('finance');
  await round();
  expect(await reviews()).toMatchObject([{ part: 'PROPOSED', name: 'finance', isSigned: true }]);
  await round();
  expect(request().claims.proposedBy).toBe('finance');
  await approvedBy('approver');
  await round();
  expect(await reviews()).toMatchObject([
    { part: 'PROPOSED', reason: expect.stringMatching(/^approved on the signer's page, signature [0-9a-f]{16}$/) },
    { part: 'APPROVED', name: 'approver', isSigned: true },
  ]);
  expect(await phase()).toBe('APPROVED');
  expect(await world.started()).toContain(id);
  await round();
});

it('completes what was proposed at a terminal, and the other way round', async () => {
  expect((await world.propose(id)).exit).toBe(0);
  await round();
  await approvedBy('approver');
  await round();
  expect(await phase()).toBe('APPROVED');

  ({ id } = await world.applied(customer, 'BTC', '0.01'));
  await round();
  await approvedBy('finance');
  await round();
  expect((await world.approve(id)).exit).toBe(0);
  expect(await phase()).toBe('APPROVED');
});

it('records nothing that was signed for another payment, or in a role that the person has not', async () => {
  await round();
  await approvedBy('finance', 'FINANCE', { amount: '979999' });
  await round();
  expect(await reviews()).toEqual([]);
  given = [];
  await approvedBy('approver', 'FINANCE');
  await round();
  expect(await reviews()).toEqual([]);
  given = [];
  await approvedBy('finance');
  await round();
  given = [];
  await approvedBy('finance', 'APPROVER');
  await round();
  expect(await reviews()).toHaveLength(1);
  expect(await phase()).toBe('AWAITING_APPROVAL');
});

it('approves nothing of a customer who is held, and says so on the page', async () => {
  await round();
  await approvedBy('finance');
  await round();
  await round();
  await app.owner.query({ text: `update customer set status = 'DISABLED' where id = $1`, values: [customer.id] });
  await approvedBy('approver');
  await round();
  expect(request().claims.hold).toEqual({ reason: 'CUSTOMER_DISABLED', until: null });
  expect(await phase()).toBe('AWAITING_APPROVAL');
  await app.owner.query({ text: `update customer set status = 'ACTIVE' where id = $1`, values: [customer.id] });

  const until = new Date(app.clock.now().getTime() + 72 * 3_600_000);
  const held = (until: Date | null) =>
    app.owner.query({
      text: 'update customer set second_factor_held_until = $2 where id = $1',
      values: [customer.id, until],
    });
  await held(until);
  shown.clear();
  await newRounds()(app.clock.now());
  expect(request().claims.hold).toEqual({ reason: 'SECOND_FACTOR_REMOVED', until: until.toISOString() });
  await held(null);
});

it('what cannot be approved now comes last: any number of frozen customers hides no younger withdrawal', async () => {
  const younger = await world.applied(await world.customer(), 'BTC', '0.01');
  const order = async () =>
    (await readAwaitingApproval(app.database, app.clock.now()))
      .map(String)
      .filter((one) => [id, younger.id].includes(one));
  expect(await order()).toEqual([id, younger.id]);
  await app.owner.query({
    text: `insert into customer_freeze (customer_id, reason, frozen_at) values ($1, 'r', now())`,
    values: [customer.id],
  });
  expect(await order()).toEqual([younger.id, id]);
  await app.owner.query({ text: 'select lift_freeze($1, now())', values: [customer.id] });
  expect(await order()).toEqual([id, younger.id]);
  await app.owner.query({
    text: `update customer set contact_held_until = $2 where id = $1`,
    values: [customer.id, new Date(app.clock.now().getTime() + 60_000)],
  });
  expect(await order()).toEqual([younger.id, id]);
});
