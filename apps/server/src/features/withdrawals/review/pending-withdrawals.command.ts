import { formatAmount } from '@lode/money';
import { type Command, defineCommand } from '../../../platform/commands/command.ts';
import { integer, optional } from '../../../platform/commands/option.ts';
import { type Database, many, type Queryable } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';
import { payerText, type WithdrawCoin } from '../domain/coins.ts';
import { type Phase, unsignedPhases } from '../domain/phase.ts';
import { approvalHold } from './approval-hold.ts';
import { approvalHoldText } from './sentences.zh.ts';

interface PendingRow {
  id: bigint;
  number: string;
  customerId: bigint | null;
  destinationId: bigint | null;
  coin: WithdrawCoin;
  amount: bigint;
  phase: Phase;
  since: Date;
  isProposed: boolean;
  isHeld: boolean;
  channel: 'ONLINE' | 'OFFLINE' | null;
  txid: string | null;
  /** A higher fee was offered, and is not signed yet. */
  isBumpWaiting: boolean;
  isAutoApproved: boolean;
  /** Why the signer denied the auto-approval. */
  revokedReason: string | null;
  /** Two people have ended it, and an exported file of it may still be signed. */
  isAbandoned: boolean;
}

const most = 200;
const defaultHours = 2;
const hour = 3_600_000;

const waiting = query(
  'withdrawals.waiting-long',
  `select w.id, w.number, w.customer_id as "customerId", w.destination_id as "destinationId", w.coin, w.amount, w.phase, last.at as since,
     exists (select from withdrawal_review r where r.withdrawal_id = w.id) as "isProposed",
     coalesce(not g.is_active or g.is_frozen, d.removed_at is not null) as "isHeld", s.channel,
     (select p.txid from withdrawal_payment p where p.withdrawal_id = w.id and p.txid is not null order by p.attempt desc limit 1) as txid,
     exists (select from withdrawal_payment p where p.withdrawal_id = w.id and p.txid is null and p.attempt > 0) as "isBumpWaiting",
     coalesce(a.revoked_at is null and a.at is not null, false) as "isAutoApproved", a.revoked_reason as "revokedReason",
     exists (select from withdrawal_export e where e.withdrawal_id = w.id and e.abandoned_at is not null) as "isAbandoned"
   from withdrawal w
   left join customer_guard g using (customer_id)
   left join treasury_destination d on d.id = w.destination_id
   join lateral (select max(at) as at from withdrawal_step step where step.withdrawal_id = w.id) last on true
   left join withdrawal_signing s on s.withdrawal_id = w.id
   left join auto_approval a on a.withdrawal_id = w.id
   where w.end_transfer_id is null and last.at <= $1 order by last.at, w.id limit ${most}`,
).as<PendingRow>();

function readPending(db: Queryable, before: Date): Promise<PendingRow[]> {
  return many(db, waiting, [before]);
}

export interface PendingPorts {
  database: Database;
  /** How long a changed password holds withdrawals. */
  holdHours: number;
  /** Why no payment of a coin may leave, or null. */
  readonly findDifference: (db: Queryable, coin: string, now: Date) => Promise<string | null>;
}

export function pendingWithdrawalsCommand({ database, holdHours, findDifference }: PendingPorts): Command {
  return defineCommand({
    group: 'Withdrawals',
    summary: 'Lists what has not moved for hours, the oldest first, and what it waits for',
    options: { hours: optional(integer({ min: 0, max: 9999 }, 'without a move'), `${defaultHours}`) },
    example: '--hours 24',
    effects: 'reads',
    fields: {
      id: 'of the withdrawal',
      number: 'by which its customer speaks of it',
      customer: 'its customer; null of a payment out of TREASURY',
      coin: 'its coin',
      amount: 'its amount',
      since: 'its last move',
      waitsFor: 'what comes next, and who does it',
    },
    async run({ hours = defaultHours }, { clock, print }) {
      const now = clock.now();
      const rows = await readPending(database, new Date(now.getTime() - hours * hour));
      const stops = new Map<WithdrawCoin, string | null>();
      for (const coin of new Set(rows.filter(({ phase }) => unsignedPhases.includes(phase)).map(({ coin }) => coin)))
        stops.set(coin, await findDifference(database, coin, now));
      const reasonOf = async (row: PendingRow) => {
        if (row.phase !== 'AWAITING_APPROVAL') return reasonAfterApproval(row);
        // By the rule of the approval itself: what is listed as waiting for an APPROVER can be approved.
        const hold = await approvalHold(database, row, { holdHours, now });
        return reasonBeforeApproval(row, hold && approvalHoldText(hold).en);
      };
      for (const row of rows) {
        const { id, number, coin, since, phase } = row;
        const stop = unsignedPhases.includes(phase) ? stops.get(coin) : null;
        const age = Math.floor((now.getTime() - since.getTime()) / hour);
        const amount = formatAmount(row.amount, coin);
        const waitsFor = stop ? `no ${coin} leaves: ${stop}` : `${await reasonOf(row)}${autoApprovalText(row)}`;
        const what = `withdrawal ${id} of ${payerText(row)}, ${number}: ${amount} ${coin}`;
        print(`${what}, ${age} h since ${since.toISOString()}: ${waitsFor}`, {
          id: `${id}`,
          number,
          customer: row.customerId === null ? null : `${row.customerId}`,
          coin,
          amount,
          since: since.toISOString(),
          waitsFor,
        });
      }
      print(
        rows.length === most
          ? `the oldest ${most}; there may be more`
          : `${rows.length} waiting longer than ${hours} h`,
      );
      return 0;
    },
  });
}

function autoApprovalText({ isAutoApproved, revokedReason }: PendingRow): string {
  if (isAutoApproved) return '; approved by rule';
  return revokedReason === null ? '' : `; not by rule: ${revokedReason}`;
}

function reasonBeforeApproval({ isProposed }: PendingRow, hold: string | null): string {
  if (!isProposed) return `for FINANCE: withdrawal:propose${hold === null ? '' : `; held: ${hold}`}`;
  return hold === null ? 'for an APPROVER: withdrawal:approve' : `held: ${hold}`;
}

function reasonAfterApproval({ phase, isHeld, channel, txid, isBumpWaiting, isAbandoned }: PendingRow): string {
  if (phase === 'BROADCAST')
    return `for the chain: ${txid}${isBumpWaiting ? '; a higher fee waits for its signature' : ''}`;
  if (isAbandoned) return 'for another payment that spends what was exported of it: then it returns';
  if (isHeld) return 'its customer is disabled or frozen, or its destination was removed';
  if (phase === 'SIGNING' && channel === 'OFFLINE') return 'for a file: withdrawal:export, withdrawal:import';
  if (phase === 'SIGNING') return 'for the signer, or for coins to pay from: see the log';
  return "for the screening's answer: see the log";
}
