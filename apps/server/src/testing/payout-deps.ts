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

/** Confirmations that make a payment final in a test. */
export const needed = 3;

interface PayoutApp {
  database: PayoutDeps['database'];
  slices: { withdrawals: { payoutPort: WithdrawalPort } };
}

/** Every collaborator of a payout that a test can replace, in one flat list. */
export interface PayoutOverrides {
  database: PayoutDeps['database'];
  openChain: PayoutChains['open'];
  needed: PayoutChains['confirmations'];
  sign: Sign;
  close: PayoutSigner['close'];
  screenings: readonly Screening[];
  alert(line: string): void;
  reportShortage: PayoutMonitor['reportShortage'];
  reportReorg: PayoutMonitor['reportReorg'];
  failpoint: PayoutMonitor['failpoint'];
}

type Given = Pick<PayoutOverrides, 'openChain' | 'sign' | 'alert'> & Partial<PayoutOverrides>;

/** A payout processor's collaborators as the worker has them, without the operator's alerts. */
function payoutDeps({ database, slices: { withdrawals } }: PayoutApp, given: Given): PayoutDeps {
  return {
    database: given.database ?? database,
    withdrawals: withdrawals.payoutPort,
    chains: { open: given.openChain, confirmations: given.needed ?? (() => needed) },
    signer: { sign: given.sign, close: given.close ?? null },
    monitor: {
      log: lineLog(given.alert),
      reportShortage: given.reportShortage ?? (async () => undefined),
      reportReorg: given.reportReorg ?? (async () => undefined),
      failpoint: given.failpoint ?? (() => undefined),
    },
  };
}

export function testProcessor(app: PayoutApp & { clock: Clock }, given: Given) {
  const deps = payoutDeps(app, given);
  const { tick } = payoutProcessor(deps, given.screenings ?? [denyListScreening], app.clock);
  return { deps, tick: () => tick(app.clock.now()) };
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
