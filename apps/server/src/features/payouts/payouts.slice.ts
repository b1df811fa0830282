import type { AddressCheck, Network } from '@lode/chain';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Command } from '../../platform/commands/command.ts';
import { importCommand } from '../../platform/commands/import-command.ts';
import type { ConsoleImport } from '../../platform/console-import.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { logDeduplicator } from '../../platform/jobs/log-deduplicator.ts';
import type { Tick } from '../../platform/jobs/ticking.ts';
import type { EventLog, LogEvent } from '../../platform/log/event-log.ts';
import type { ProposalPorts, StaffPorts } from '../../platform/staff/authority.ts';
import type { StaffInput } from '../../platform/staff/staff-command.ts';
import { feeBumpAfter } from './broadcast/bump-fee.ts';
import { previewPayment } from './build/preview-payment.ts';
import { checkPayouts } from './check-payouts.ts';
import { offlineSigningConsole } from './console/offline-signing.console.ts';
import { readStuckAt, stuckPaymentsConsole } from './console/stuck-payments.console.ts';
import { coldReservations } from './outpoint-reservation.repository.ts';
import { readUnposted, sentPayment } from './payment.repository.ts';
import { enqueuePayout, screenJob } from './payout-jobs.ts';
import type { PayoutDeps, PayoutMonitor, PayoutSigner, Screening, Sign, Withdrawal } from './payout-ports.ts';
import { payoutProcessor } from './process-payout.ts';
import { readUnpostedExports, sentExport } from './recovery/exported-payment.repository.ts';
import { offlineCommands } from './recovery/offline-signing.commands.ts';
import { takeOffline } from './recovery/offline-signing.ts';
import { recoveryCommands } from './recovery/recovery.commands.ts';
import {
  type Denied,
  denyListColumns,
  denyListScreening,
  importDenyList,
  insertDenied,
  previewDenyList,
} from './screening/deny-list.ts';
import { signAutoApproved } from './sign/sign-auto-approved.ts';
import { signOnline } from './sign/sign-online.ts';

export { findUnprovenOf } from './confirm/unproven.repository.ts';
export { denyListScreening } from './screening/deny-list.ts';

export type SignPort = Sign;

export interface PayoutsDeps extends Omit<PayoutDeps, 'signer' | 'monitor'> {
  clock: Clock;
  /** Null without a signer: nothing is paid. */
  signer: PayoutSigner | null;
  monitor: Omit<PayoutMonitor, 'failpoint'>;
  staff: StaffPorts & ProposalPorts;
  staffReads: Queryable;
  /** Screenings besides the operator's own list. */
  screenings: readonly Screening[];
  readonly checkAddress: (network: Network, text: string) => Promise<AddressCheck>;
}

/** In the transaction of the approval. */
export function startPayout(db: Queryable, id: bigint): Promise<void> {
  return enqueuePayout(db, screenJob, id);
}

const noSigner: PayoutSigner = { sign: () => Promise.reject(new Error('there is no signer')), finalise: null };

export function payoutsSlice({
  clock,
  signer,
  monitor,
  staff,
  staffReads,
  screenings,
  checkAddress,
  ...given
}: PayoutsDeps) {
  const { database, withdrawals, chains, books } = given;
  const deduplicated = oncePerCondition(monitor.log);
  const { sign, finalise, batchLimit } = signer ?? noSigner;
  const deps: PayoutDeps = {
    ...given,
    signer: {
      sign: signAutoApproved({ database, withdrawals, clock }, signOnline(database, clock, sign)),
      finalise,
      ...(batchLimit && { batchLimit }),
    },
    monitor: { ...monitor, log: deduplicated.log, failpoint: () => undefined },
  };
  const processor = payoutProcessor(deps, [denyListScreening, ...screenings], clock);
  const offline = { database, withdrawals, chains, books, ...staff };
  const opsCommands: Record<string, Command> = { ...recoveryCommands(deps, staff), ...offlineCommands(offline) };
  return {
    jobs: processor.jobs,
    consoleHandlers: {
      ...stuckPaymentsConsole(deps, { staffReads, ...staff }),
      ...offlineSigningConsole(offline, { staffReads }),
    },
    /** Payments that do not go on by themselves, the oldest first. */
    readStuckAt,
    commands: {
      'import:deny-list': importCommand({
        summary: 'Adds addresses that are never paid',
        example: 'deny-list.csv',
        columns: { required: denyListColumns },
        options: {},
        run: (lines, _input, context) => importDenyList(context.database, checkAddress, lines, context.clock.now()),
      }),
    },
    importing: {
      columns: { required: denyListColumns },
      run: (into, lines, { now }) => importDenyList(into, checkAddress, lines, now),
      preview: (lines, newLines) => previewDenyList(checkAddress, lines, newLines),
    } satisfies ConsoleImport<(typeof denyListColumns)[number]>,
    opsCommands,
    replays: [checkPayouts],
    /** Apart from the jobs of other slices: a slow node or signer holds up nothing else. */
    watchers: signer === null ? [] : [deduplicated.rounds(processor.tick)],
    /** Payments that are signed, or may be by a file, and not posted in the ledger: any of them may be in a block. */
    readUnposted: async (db: Queryable, network: Network) => [
      ...(await readUnposted(db, network)).map(sentPayment),
      ...(network === 'BITCOIN' ? await readUnpostedExports(db) : []).map(sentExport),
    ],
    coldReservations,
    feeBumpAfter,
    /** For approvers, before anything is approved. */
    previewPayment: (withdrawal: Withdrawal, maxFee: bigint) => previewPayment(given, withdrawal, maxFee),
    /** Without a terminal, for the demo. */
    takeOffline: (command: StaffInput & { id: bigint }) => takeOffline(offline, command),
    deny: (db: Queryable, denied: Denied, now: Date) => insertDenied(db, [denied], now),
  };
}

/** A condition that every round finds again is logged once, until a whole round has passed without it. */
function oncePerCondition(log: EventLog): { log: EventLog; readonly rounds: (tick: Tick) => Tick } {
  const deduplicator = logDeduplicator<{ level: keyof EventLog; event: LogEvent }>(({ level, event }) =>
    log[level](event),
  );
  const at = (level: keyof EventLog) => (event: LogEvent) =>
    deduplicator.report({ level, event: { ...event, id: String(event.id) } });
  return { log: { info: at('info'), warn: at('warn'), error: at('error') }, rounds: deduplicator.rounds };
}
