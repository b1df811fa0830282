import { Type } from '@sinclair/typebox';
import { consolePaths } from '../console-paths.ts';
import { machineStatuses, purchaseKinds } from '../record-states.ts';
import { Amount, CoinAmount, Count, Day, Decimal, Id, MinedCoin, Nullable, OneOf, Time } from '../schemas/shapes.ts';
import { route } from './route.ts';
import { cursorInput, listOf, reason } from './shapes.ts';

const status = OneOf(machineStatuses);
/** What staff may ask for; `BEFORE_REPAIR`: back to where each was. */
const target = OneOf(['ENCAPSULATION', 'RUNNING', 'SUSPEND', 'REPAIR', 'BEFORE_REPAIR']);
const changers = ['OPERATIONS', 'FINANCE', 'ADMIN'] as const;

const scope = { site: Type.Optional(Id), model: Type.Optional(Id), customer: Type.Optional(Id) };
const selection = { ids: Type.Array(Id, { minItems: 1, maxItems: 200, uniqueItems: true }), to: target };
const choice = Type.Object({ id: Id, name: Type.String() });

const listed = Type.Object({
  id: Id,
  machineNo: Type.String(),
  customer: Id,
  /** As customers see their own: `138****78`. */
  account: Type.String(),
  model: Type.String(),
  site: Type.String(),
  coin: MinedCoin,
  status,
  contractEnded: Type.Boolean(),
  statusSince: Time,
  hashrate: Decimal,
  hashrateUnit: Type.String(),
  /** Of the latest closed mining day. */
  output: Amount,
});

const terms = Type.Object({
  from: Day,
  /** The first day of the next version; null: none is known. */
  until: Nullable(Day),
  isApplied: Type.Boolean(),
  customer: Id,
  account: Type.String(),
  site: Type.String(),
  tariff: Type.String(),
  /** USDT per kWh on the first day; null where the tariff has none. */
  price: Nullable(Decimal),
  hashrate: Decimal,
  powerWatts: Type.Integer(),
  poolFeeRate: Decimal,
  hostingFeeMonthly: Nullable(Amount),
  endTime: Nullable(Time),
  recordedBy: Type.String(),
});

const move = Type.Object({
  from: Nullable(status),
  to: status,
  at: Time,
  /** Null: it is the present one. */
  until: Nullable(Time),
  by: Type.String(),
  reason: Type.String(),
  /** Dated back by an outage. */
  isCorrected: Type.Boolean(),
});

const day = Type.Object({ date: Day, runningSeconds: Nullable(Count), output: Amount, fee: Amount, owed: Amount });

const outage = Type.Object({
  id: Id,
  /** Null: of one machine. */
  site: Nullable(Type.String()),
  machine: Nullable(Type.Object({ id: Id, machineNo: Type.String() })),
  from: Time,
  /** Null: it lasts. */
  to: Nullable(Time),
  /** What the machines were instead. */
  status,
  machines: Count,
  reason: Type.String(),
  recordedBy: Type.String(),
  approvedBy: Type.String(),
  recordedAt: Time,
});

const outageCredit = Type.Object({
  id: Id,
  /** Null: of one machine. */
  site: Nullable(Type.String()),
  machine: Nullable(Type.Object({ id: Id, machineNo: Type.String() })),
  from: Time,
  to: Time,
  keepsOutput: Type.Boolean(),
  customers: Count,
  /** Given back, in the coins that it was paid in. */
  electricity: Type.Array(CoinAmount),
  /** Taken back. */
  output: Type.Array(CoinAmount),
  /** Batches of customers that wait. */
  left: Count,
  reason: Type.String(),
  proposedBy: Type.String(),
  approvedBy: Type.String(),
  creditedAt: Time,
});

const machine = Type.Object({
  ...listed.properties,
  purchaseKind: OneOf(purchaseKinds),
  powerWatts: Type.Integer(),
  poolFeeRate: Decimal,
  tariff: Type.String(),
  /** USDT per kWh today; null where the tariff has none. */
  price: Nullable(Decimal),
  hostingFeeMonthly: Nullable(Amount),
  startTime: Time,
  endTime: Nullable(Time),
  wantedStatus: Nullable(status),
  expectedRunningTime: Nullable(Time),
  createdAt: Time,
  /** Electricity and hosting that its owner owes for it. */
  owed: Amount,
});

/** Machines, their status and their outages. */
export const machineRoutes = {
  machineList: route(consolePaths.machineList, {
    access: 'staff',
    input: { ...scope, status: Type.Optional(status), ...cursorInput },
    data: listOf(listed),
    summary: 'Machines, the newest first',
  }),
  machineCounts: route(consolePaths.machineCounts, {
    access: 'staff',
    input: scope,
    data: Type.Array(Type.Object({ status, count: Count })),
    summary: 'How many machines have which status',
  }),
  machineChoices: route(consolePaths.machineChoices, {
    access: 'staff',
    data: Type.Object({
      sites: Type.Array(choice),
      models: Type.Array(choice),
      /** Statuses are dated back from this mining day on; before it a credit corrects. Null: no day is closed. */
      firstOpenDay: Nullable(Day),
    }),
    summary: 'Sites and models that lists are filtered by',
  }),
  machine: route(consolePaths.machine, {
    access: 'staff',
    input: { id: Id },
    data: Type.Object({
      machine,
      /** The newest first, as the other lists here; each ends after a hundred. */
      terms: Type.Array(terms),
      moves: Type.Array(move),
      /** The last 30 closed mining days. */
      days: Type.Array(day),
      outages: Type.Array(outage),
    }),
    summary: 'One machine; it stands in the audit log',
  }),
  previewMachineStatus: route(consolePaths.previewMachineStatus, {
    access: 'staff',
    roles: changers,
    input: selection,
    data: Type.Object({
      /** Names the effect: a change is refused once it would have another. */
      effect: Type.String(),
      moving: Count,
      /** Of those that move. */
      customers: Count,
      /** They are asked to run and owe electricity. */
      toArrear: Count,
      stopping: Count,
      /** Of those that stop, on the latest closed mining day. */
      output: Type.Array(CoinAmount),
      skipped: Type.Array(
        Type.Object({
          id: Id,
          machineNo: Type.String(),
          status,
          reason: OneOf(['STATUS', 'CONTRACT_OVER', 'ELECTRICITY_OWED', 'DATE']),
        }),
      ),
    }),
    refusals: ['notOperable'],
    summary: 'What a change of status would do; nothing is changed',
  }),
  changeMachineStatus: route(consolePaths.changeMachineStatus, {
    access: 'staff',
    roles: changers,
    input: { ...selection, effect: Type.String({ pattern: '^[0-9a-f]{64}$' }), reason },
    data: Type.Object({ moved: Count, skipped: Count }),
    refusals: ['notOperable'],
    summary: 'Moves machines to another status, all that the preview named or none',
  }),
  outageList: route(consolePaths.outageList, {
    access: 'staff',
    input: { site: Type.Optional(Id), ...cursorInput },
    data: listOf(outage),
    summary: 'Statuses that were dated back, the newest first',
  }),
  outageCreditList: route(consolePaths.outageCreditList, {
    access: 'staff',
    input: { site: Type.Optional(Id), ...cursorInput },
    data: listOf(outageCredit),
    summary: 'Credits for outages in closed days, the newest first',
  }),
} as const;
