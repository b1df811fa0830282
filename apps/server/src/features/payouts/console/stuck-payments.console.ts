import type { Network } from '@lode/chain';
import { maskAccount } from '@lode/contract';
import type { ConsoleData } from '@lode/contract/console';
import { formatAmount } from '@lode/money';
import type { Queryable } from '../../../platform/db/database.ts';
import { refusedWith } from '../../../platform/http/console/answer.ts';
import type { ConsolePart } from '../../../platform/http/console/console-context.ts';
import { recordsOf, recordsRequest } from '../../../platform/http/console/records.ts';
import { inputOf } from '../../../platform/http/console/staff-call.ts';
import { rowId } from '../../../platform/http/page.ts';
import { isRefusal } from '../../../platform/http/refusal.ts';
import type { StaffPorts } from '../../../platform/staff/authority.ts';
import { feeBumpAfter } from '../broadcast/bump-fee.ts';
import type { PayoutDeps } from '../payout-ports.ts';
import { releaseInputs } from '../recovery/release-inputs.ts';
import { noWithdrawal } from '../recovery/sentences.zh.ts';
import { readStuck, type StuckCause, type StuckPayment } from './stuck-payments.repository.ts';

type StuckRecord = ConsoleData<'stuckPaymentList'>['records'][number];

/** A payment is screened, built and signed within a minute where everything answers. */
const unsignedAfterMs = 30 * 60_000;

/** Payments that do not go on by themselves. What ends one for two people is proposed by the commands' own declarations. */
export function stuckPaymentsConsole(
  deps: PayoutDeps,
  { staffReads, ...staff }: { staffReads: Queryable } & StaffPorts,
): ConsolePart<'stuckPaymentList' | 'releaseInputs'> {
  return {
    async stuckPaymentList({ now }, input) {
      const request = recordsRequest(input, ['integer']);
      if (isRefusal(request)) return request;
      const page = { after: request.after?.[0] ?? null, limit: request.limit };
      const found = await readStuckAt(staffReads, now, page);
      return recordsOf(
        found,
        ({ id }) => [id],
        (row) => recordOf(row, deps.chains.confirmations),
      );
    },
    async releaseInputs(context, { id: given, reason }) {
      const id = rowId(given);
      if (id === null) return refusedWith(noWithdrawal(given));
      const result = await releaseInputs(deps, staff, { ...inputOf(context, reason), id });
      return 'done' in result ? { summary: result.done.zh } : refusedWith(result.refused);
    },
  };
}

/** What is stuck now, the oldest first. */
export function readStuckAt(db: Queryable, now: Date, page: Parameters<typeof readStuck>[2]): Promise<StuckPayment[]> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  const places = {
    unsigned: before(unsignedAfterMs),
    unconfirmed: { BITCOIN: before(feeBumpAfter.BITCOIN), ERC20: before(feeBumpAfter.ERC20) },
  };
  return readStuck(db, places, page);
}

function recordOf(row: StuckPayment, needed: (network: Network) => number): StuckRecord {
  const { id, number, account, coin, network, amount, sent, cause, since, txid, missingBlocks } = row;
  const { attempts, sharedWith, keptInputs } = row;
  const blocks = missingBlocks === null ? null : { since: Math.max(0, missingBlocks), needed: needed(network) };
  return {
    id: String(id),
    number,
    account: account === null ? null : maskAccount(account),
    coin,
    network,
    amount: formatAmount(amount, coin),
    sent: formatAmount(sent, coin),
    cause,
    since: since.toISOString(),
    txid,
    attempts,
    sharedWith,
    blocks,
    keptInputs,
    offers: blocks !== null && blocks.since < blocks.needed ? [] : offersOf(row),
  };
}

/** On Bitcoin a txid is a hash of what it pays: nothing in a block is returned. */
const offersOf = ({ cause, network }: StuckPayment): StuckRecord['offers'] =>
  cause === 'UNPROVEN' && network === 'BITCOIN' ? ['PAID'] : offersFor[cause];

const offersFor: Record<StuckCause, StuckRecord['offers']> = {
  // It goes on by itself as soon as what it waits for answers, or has enough.
  SCREENING: [],
  NOT_BUILT: ['FAIL'],
  UNKNOWN: ['FAIL'],
  OFFLINE: ['SIGN_ONLINE', 'FAIL'],
  EXPORTED: ['SIGN_ONLINE', 'FAIL'],
  UNCONFIRMED: ['FAIL'],
  INPUTS_MISSING: ['FAIL_ACCEPTING_RISK'],
  UNPROVEN: ['FAIL', 'PAID'],
  // The same bytes are sent again until it stands.
  REORGED: [],
  KEEPS_INPUTS: ['RELEASE_INPUTS'],
};
