import type { ChainAdapter } from '@lode/chain';
import type {
  PayoutChains,
  PayoutDeps,
  PayoutMonitor,
  PayoutSigner,
  Screening,
  Sign,
  WithdrawalPort,
} from '../features/payouts/payout-ports.ts';
import { payoutProcessor } from '../features/payouts/process-payout.ts';
import { denyListScreening } from '../features/payouts/screening/deny-list.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Command } from '../platform/commands/command.ts';
import type { EventLog, LogEvent } from '../platform/log/event-log.ts';
import type { TestApp } from './app.ts';
import { as } from './caller-role.ts';

/** Confirmations that make a payment final in a test. */
export const needed = 3;

interface PayoutApp {
  database: PayoutDeps['database'];
  slices: { withdrawals: { forPayouts: WithdrawalPort } };
}

/** Every collaborator of a payout that a test can replace, in one flat list. */
export interface PayoutOverrides {
  database: PayoutDeps['database'];
  openChain: PayoutChains['open'];
  openSecond: PayoutChains['openSecond'];
  needed: PayoutChains['confirmations'];
  books: PayoutDeps['books'];
  sign: Sign;
  finalise: PayoutSigner['finalise'];
  batchLimit: NonNullable<PayoutSigner['batchLimit']>;
  screenings: readonly Screening[];
  readonly alert: (line: string) => void;
  reportShortage: PayoutMonitor['reportShortage'];
  reportReorg: PayoutMonitor['reportReorg'];
  reportUnproven: PayoutMonitor['reportUnproven'];
  failpoint: PayoutMonitor['failpoint'];
  concurrency: number;
}

type Given = Pick<PayoutOverrides, 'openChain' | 'sign' | 'alert'> & Partial<PayoutOverrides>;

/** A payout processor's collaborators as the worker has them, without the operator's alerts. */
function payoutDeps({ database, slices: { withdrawals } }: PayoutApp, given: Given): PayoutDeps {
  return {
    database: given.database ?? database,
    withdrawals: withdrawals.forPayouts,
    chains: {
      open: given.openChain,
      confirmations: given.needed ?? (() => needed),
      ...(given.openSecond && { openSecond: given.openSecond }),
    },
    books: given.books ?? { findDifference: async () => null },
    signer: {
      sign: given.sign,
      finalise: given.finalise ?? null,
      ...(given.batchLimit && { batchLimit: given.batchLimit }),
    },
    monitor: {
      log: lineLog(given.alert),
      reportShortage: given.reportShortage ?? (async () => undefined),
      reportReorg: given.reportReorg ?? (async () => undefined),
      reportUnproven: given.reportUnproven ?? (async () => undefined),
      failpoint: given.failpoint ?? (() => undefined),
    },
  };
}

export function testProcessor(app: PayoutApp & { clock: Clock }, given: Given) {
  const deps = payoutDeps(app, given);
  const { tick } = payoutProcessor(deps, given.screenings ?? [denyListScreening], app.clock, given.concurrency);
  return {
    deps,
    async tick(rounds = 1): Promise<void> {
      for (let round = 0; round < rounds; round += 1) await as('worker', () => tick(app.clock.now()));
    },
  };
}

/** Each event as one line of text, as a test searches it. */
function lineLog(write: (line: string) => void): EventLog {
  const level = (event: LogEvent) =>
    write(JSON.stringify(event, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value)));
  return { info: level, warn: level, error: level };
}

/** What staff does with withdrawals and payouts, by name. */
export function paymentCommands({ slices }: Pick<TestApp, 'slices'>): Record<string, Command> {
  return { ...slices.withdrawals.opsCommands, ...slices.payouts.opsCommands };
}

/** Failpoints from the built payment on, in the order in which it reaches them; the last ones need blocks. */
export const failpointsFromSigning = [
  'sign:before-built',
  'sign:built',
  'sign:answered',
  'sign:before-commit',
  'sign:committed',
  'broadcast:before',
  'broadcast:sent',
  'broadcast:noted',
  'confirm:final',
  'confirm:before-commit',
  'confirm:posted',
];

/** All that a payment reaches which nothing holds up. */
export const failpoints = [
  'screen:before-commit',
  'screen:begun',
  'screen:answered',
  'screen:decided',
  ...failpointsFromSigning,
];

/** A failpoint that ends the process, as far as a test can see. */
export function endsAt(point: string) {
  const seen = { count: 0 };
  const failpoint = (name: string): void => {
    if (name !== point) return;
    seen.count += 1;
    throw new Error(`ended at ${name}`);
  };
  return { failpoint, seen };
}

/** A payer works until it ends at `point`, with up to three blocks for what comes after the broadcast. */
export async function endAt(
  point: string,
  payer: (overrides: Pick<PayoutOverrides, 'failpoint'>) => { readonly tick: () => Promise<void> },
  mine?: () => unknown,
): Promise<void> {
  const { failpoint, seen } = endsAt(point);
  const { tick } = payer({ failpoint });
  for (let round = 0; round < 5 && seen.count === 0; round += 1) await tick().catch(() => undefined);
  for (let block = 0; mine && block < 3 && seen.count === 0; block += 1) {
    await mine();
    await tick().catch(() => undefined);
  }
  if (seen.count === 0) throw new Error(`${point} was not reached`);
}

/** The network asks for fees that make a payment worth offering again, until the returned function is called. */
export function raiseFee(chain: Pick<ChainAdapter, 'network' | 'feeRate'>): () => void {
  const { feeRate } = chain;
  chain.feeRate = async () =>
    chain.network === 'BITCOIN'
      ? { unit: 'SAT_PER_KVB', rate: 9_000n }
      : { unit: 'WEI_PER_GAS', maxFee: 40n * 10n ** 9n, maxPriorityFee: 4n * 10n ** 9n };
  return () => {
    chain.feeRate = feeRate;
  };
}

/** The same numbers for the same seed (mulberry32). */
export function dice(seed: number) {
  let state = seed;
  return (sides: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides;
  };
}
