import { Type } from '@sinclair/typebox';
import { machineStatuses, networkDaySources, purchaseKinds } from '../record-states.ts';
import { route } from './route.ts';
import {
  Amount,
  CoinAmount,
  CoinName,
  Count,
  Day,
  Decimal,
  Id,
  listInput,
  MinedCoin,
  Month,
  Nullable,
  OneOf,
  PageOf,
  Time,
} from './shapes.ts';

const MachineStatus = OneOf(machineStatuses);
const hashrateRanges = ['24h', '7d', '30d'] as const;
const PurchaseKind = OneOf(purchaseKinds);
const machineSorts = ['NEWEST', 'ATTENTION', 'HASHRATE', 'NUMBER', 'CONTRACT_END'] as const;
const Switched = OneOf(['RUNNING', 'SUSPEND']);

const machineFields = {
  id: Id,
  machineNo: Type.String(),
  model: Type.String(),
  site: Type.String(),
  coin: MinedCoin,
  purchaseKind: PurchaseKind,
  status: MachineStatus,
  expectedRunningTime: Nullable(Time),
  lastRunningTime: Nullable(Time),
  suspendTime: Nullable(Time),
  repairTime: Nullable(Time),
  arrearTime: Nullable(Time),
  encapsulationTime: Nullable(Time),
  hashrate: Decimal,
  hashrateUnit: Type.String(),
  powerWatts: Count,
  electricityPrice: Decimal,
  yesterdayOutput: Amount,
  totalOutput: Amount,
  yesterdayFee: Amount,
  /** Electricity and hosting of this machine that are not paid. */
  owed: Amount,
  /** Whether the customer owes electricity of any machine: until it is paid none can be started. Hosting alone stops none. */
  owesElectricity: Type.Boolean(),
  endTime: Nullable(Time),
  /** Status that the machine takes once its electricity debt is paid; set by the customer in ARREAR. */
  wantedStatus: Nullable(OneOf(['RUNNING', 'SUSPEND'])),
  contractEnded: Type.Boolean(),
  /**
   * Why the customer should look at it, the gravest first: stopped for debt, unpaid fees, in repair, less than 30 days of contract left,
   * running at a loss: yesterday's output, at the newest price, below its electricity.
   */
  attention: Nullable(OneOf(['ARREAR', 'OWED', 'REPAIR', 'ENDING', 'LOSING'])),
};

const Machine = Type.Object(machineFields);

const MachineDetail = Type.Object({
  ...machineFields,
  startTime: Time,
  statusLog: Type.Array(
    Type.Object({ from: Nullable(MachineStatus), to: MachineStatus, time: Time, reason: Type.String() }),
  ),
  last30: Type.Array(Type.Object({ date: Day, output: Amount, fee: Amount })),
  /** The pool's share of the output, as a fraction. */
  poolFeeRate: Decimal,
  /** USDT per coin at which the last closed day's output pays its electricity; null without output. */
  breakEvenPrice: Nullable(Decimal),
});

export const deviceRoutes = {
  machinePage: route('machinePage', {
    summary: "The customer's machines.",
    access: 'customer',
    limit: 'read',
    input: {
      status: Type.Optional(MachineStatus),
      coin: Type.Optional(MinedCoin),
      purchaseKind: Type.Optional(PurchaseKind),
      /** A part of the number, model or site, in capitals or not. */
      search: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
      /** `NEWEST` unless named; `ATTENTION`: what waits for the customer first, what runs well last. */
      sort: Type.Optional(OneOf(machineSorts)),
      ...listInput,
    },
    data: PageOf(Machine),
  }),
  machineDetail: route('machineDetail', {
    summary: 'One machine with its status history and its last 30 closed days.',
    access: 'customer',
    limit: 'read',
    input: { id: Id },
    data: MachineDetail,
  }),
  machineHashrate: route('machineHashrate', {
    summary:
      "One machine's hashrate over the last day, week or month: its rated one for the part of each piece that it ran.",
    access: 'customer',
    limit: 'read',
    input: { id: Id, range: OneOf(hashrateRanges) },
    data: Type.Object({
      range: OneOf(hashrateRanges),
      unit: Type.String(),
      rated: Decimal,
      /** Over the whole range, since the machine's start. */
      average: Decimal,
      /** The part of that time that it ran, as a fraction; null before its start. */
      uptime: Nullable(Decimal),
      /** Oldest first: hours of the last day, four hours of the last week, days of the last month; the newest is not over yet. */
      points: Type.Array(Type.Object({ time: Time, value: Decimal })),
      /** When this was read: the end of the newest point. */
      now: Time,
      /** What the figures come from: `status`, the log of when it ran. */
      source: OneOf(['status']),
    }),
  }),
  hostingFeeList: route('hostingFeeList', {
    summary: 'Monthly hosting fees of machines the customer owns.',
    access: 'customer',
    limit: 'read',
    input: { id: Type.Optional(Id), ...listInput },
    data: PageOf(
      Type.Object({
        id: Id,
        machineNo: Type.String(),
        month: Month,
        /** Days of the month under contract, and the fee of a whole month: what the amount was made from. 0 and null of a correction. */
        days: Count,
        monthlyFee: Nullable(Amount),
        amount: Amount,
        /** Given back by corrections of the month; stands with its first fee. */
        refunds: Type.Array(CoinAmount),
        coin: CoinName,
        status: OneOf(['PAID', 'OWED']),
        time: Time,
      }),
    ),
  }),
  machineActive: route('machineActive', {
    summary: 'Starts a suspended machine; in ARREAR it is stored as wantedStatus.',
    access: 'customer',
    limit: 'write',
    input: { id: Id },
    data: Machine,
    refusals: ['notOperable'],
  }),
  machineSuspend: route('machineSuspend', {
    summary: 'Stops a running machine; in ARREAR it is stored as wantedStatus.',
    access: 'customer',
    limit: 'write',
    input: { id: Id },
    data: Machine,
    refusals: ['notOperable'],
  }),
  machineSwitch: route('machineSwitch', {
    summary:
      "Starts or stops up to 100 of the customer's machines in one transaction, with a result for each; nothing is moved when one of them is unknown. Sent again it changes nothing.",
    access: 'customer',
    limit: 'write',
    input: {
      /** As in `id`, separated by commas. */
      ids: Type.String({ pattern: '^[A-Za-z0-9._-]{1,64}(,[A-Za-z0-9._-]{1,64}){0,99}$' }),
      to: Switched,
    },
    data: Type.Object({
      results: Type.Array(
        Type.Object({
          id: Id,
          machineNo: Type.String(),
          /** `STORED`: in ARREAR, kept as wantedStatus. `UNCHANGED`: it was in that status already. */
          outcome: OneOf(['CHANGED', 'STORED', 'UNCHANGED', 'REFUSED']),
          /** After the call. */
          status: MachineStatus,
          /** Of a refusal. */
          reason: Nullable(OneOf(['STATUS', 'CONTRACT_OVER', 'ELECTRICITY_OWED', 'DATE'])),
        }),
        { maxItems: 100 },
      ),
    }),
  }),
  outputPage: route('outputPage', {
    summary: 'Outputs by machine and mining day, each with the evidence that recomputes it.',
    access: 'customer',
    limit: 'read',
    input: {
      coin: Type.Optional(MinedCoin),
      machineId: Type.Optional(Id),
      from: Type.Optional(Day),
      to: Type.Optional(Day),
      ...listInput,
    },
    data: PageOf(
      Type.Object({
        id: Id,
        date: Day,
        machineId: Id,
        machineNo: Type.String(),
        coin: MinedCoin,
        hashrate: Decimal,
        hashrateUnit: Type.String(),
        runningSeconds: Count,
        gross: Amount,
        poolFee: Amount,
        net: Amount,
        fee: Type.Object({ amount: Amount, coin: CoinName }),
        /** Null when the pool reported the output: then there is nothing to recompute. */
        evidence: Nullable(
          Type.Object({
            firstHeight: Nullable(Count),
            lastHeight: Nullable(Count),
            blocks: Count,
            epochs: Type.Array(Type.Object({ difficulty: Decimal, seconds: Count })),
            subsidySum: Amount,
            feeSum: Amount,
            poolFeeRate: Decimal,
            source: OneOf(networkDaySources),
          }),
        ),
      }),
    ),
  }),
};
