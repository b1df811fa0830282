import { formatAmount } from '@lode/money';
import { type Command, defineCommand } from '../../platform/commands/command.ts';
import { integer, optional } from '../../platform/commands/option.ts';
import { type Database, type DbTx, many, statement } from '../../platform/db/database.ts';
import type { SigningWay } from './payout/signing-way.store.ts';
import type { WithdrawCoin } from './withdrawal-coins.ts';
import type { ThirdStatus } from './withdrawal-state.ts';

interface WaitingRow {
  id: bigint;
  customerId: bigint;
  coin: WithdrawCoin;
  amount: bigint;
  thirdStatus: ThirdStatus | null;
  since: Date;
  isProposed: boolean;
  isHeld: boolean;
  way: SigningWay | null;
  txid: string | null;
  /** A higher fee was offered, and is not signed yet. */
  isBumpWaiting: boolean;
  isByRule: boolean;
  /** Why the signer did not sign what the rule had agreed to. */
  takenBackWhy: string | null;
  /** Two people have ended it, and a file of it may still be about. */
  isGivenUp: boolean;
}

/** Shown at once; the oldest are the worst. */
const most = 200;
const usualHours = 2;
const hour = 3_600_000;

const waiting = statement<WaitingRow>(
  'withdrawals.waiting-long',
  `select w.id, w.customer_id as "customerId", w.coin, w.amount, w.third_status as "thirdStatus", last.at as since,
     exists (select from withdrawal_review r where r.withdrawal_id = w.id) as "isProposed",
     not g.is_active or g.is_frozen as "isHeld", s.way,
     (select p.txid from withdrawal_payment p where p.withdrawal_id = w.id and p.txid is not null order by p.attempt desc limit 1) as txid,
     exists (select from withdrawal_payment p where p.withdrawal_id = w.id and p.txid is null and p.attempt > 0) as "isBumpWaiting",
     coalesce(a.taken_back_at is null and a.at is not null, false) as "isByRule", a.taken_back_why as "takenBackWhy",
     exists (select from withdrawal_export e where e.withdrawal_id = w.id and e.given_up_at is not null) as "isGivenUp"
   from withdrawal w
   join customer_guard g using (customer_id)
   join lateral (select max(at) as at from withdrawal_step step where step.withdrawal_id = w.id) last on true
   left join withdrawal_signing s on s.withdrawal_id = w.id
   left join withdrawal_rule_approval a on a.withdrawal_id = w.id
   where w.end_transfer_id is null and last.at <= $1 order by last.at, w.id limit ${most}`,
);

function readWaiting(dbTx: DbTx, before: Date): Promise<WaitingRow[]> {
  return many(dbTx, waiting, [before]);
}

export function waitingCommand(database: Database): Command {
  return defineCommand({
    group: 'Withdrawals',
    summary: 'Lists what has not moved for hours, the oldest first, and what it waits for',
    options: { hours: optional(integer({ min: 0, max: 9999 }, 'without a move'), `${usualHours}`) },
    example: '--hours 24',
    effects: 'reads',
    fields: {
      id: 'of the withdrawal',
      customer: 'its customer',
      coin: 'its coin',
      amount: 'its amount',
      since: 'its last move',
      waitsFor: 'what comes next, and who does it',
    },
    async run({ hours = usualHours }, { clock, print }) {
      const now = clock.now();
      const rows = await readWaiting(database, new Date(now.getTime() - hours * hour));
      for (const row of rows) {
        const { id, customerId, coin, since } = row;
        const age = Math.floor((now.getTime() - since.getTime()) / hour);
        const amount = formatAmount(row.amount, coin);
        const waitsFor = `${reasonOf(row)}${ruleOf(row)}`;
        const what = `withdrawal ${id} of customer ${customerId}: ${amount} ${coin}`;
        print(`${what}, ${age} h since ${since.toISOString()}: ${waitsFor}`, {
          id: `${id}`,
          customer: `${customerId}`,
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

function ruleOf({ isByRule, takenBackWhy }: WaitingRow): string {
  if (isByRule) return '; approved by rule';
  return takenBackWhy === null ? '' : `; not by rule: ${takenBackWhy}`;
}

function reasonOf({ thirdStatus, isProposed, isHeld, way, txid, isBumpWaiting, isGivenUp }: WaitingRow): string {
  if (thirdStatus === null)
    return isProposed ? 'for an APPROVER: withdrawal:approve' : 'for FINANCE: withdrawal:propose';
  if (thirdStatus === 'IN_PAYMENT')
    return `for the chain: ${txid}${isBumpWaiting ? '; a higher fee waits for its signature' : ''}`;
  if (isGivenUp) return 'for another payment that spends what was exported of it: then it returns';
  if (isHeld) return 'its customer is disabled or frozen';
  if (thirdStatus === 'APPROVAL_TO_BE_SIGNED' && way === 'OFFLINE')
    return 'for a file: withdrawal:export, withdrawal:import';
  if (thirdStatus === 'APPROVAL_TO_BE_SIGNED') return 'for the signer, or for coins to pay from: see the log';
  return "for the screening's answer: see the log";
}
