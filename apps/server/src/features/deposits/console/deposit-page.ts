import type { Network } from '@lode/chain';
import { maskAccount } from '@lode/contract';
import type { ConsoleData } from '@lode/contract/console';
import { formatAmount } from '@lode/money';
import { type ChainNodes, isClosed } from '../../../platform/chains/chain-nodes.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { freezeReason } from '../../../platform/staff/freeze-reasons.zh.ts';
import { type DepositSettingPort, readDepositSettings } from '../deposit-settings.ts';
import { clawBackPosting } from '../deposit-state.ts';
import { isDerived } from '../own-keys.ts';
import { checksOf, confirmationsOf } from './deposit-checks.ts';
import {
  type CustomerSums,
  type DepositFacts,
  readFacts,
  readFreezes,
  readParts,
  readSums,
} from './deposit-facts.store.ts';

type Page = ConsoleData<'deposit'>;

export interface DepositPageDeps extends DepositSettingPort {
  staffReads: Queryable;
  nodes: Pick<ChainNodes, 'open' | 'confirmations' | 'depth'>;
  /** Micro-USDT of the prepaid account that pay electricity only: never a deposit's money. */
  readonly promoRemaining: (db: Queryable, customerId: bigint) => Promise<bigint>;
}

/** One deposit with what was checked of it and what is to claw back, as it stands now; null for none. */
export async function readDepositPage(deps: DepositPageDeps, id: bigint, now: Date): Promise<Page | null> {
  const { staffReads: db, nodes, promoRemaining } = deps;
  const deposit = await readFacts(db, id);
  if (deposit === null) return null;
  const { customerId, network, coin, newestHeight } = deposit;
  const { from: account } = clawBackPosting(deposit, '');
  const [sums, settings, freezes, parts, promotion, derived] = await Promise.all([
    readSums(db, { customerId, network, since: newestHeight - nodes.depth(network), account }),
    readDepositSettings(db, deps, network, now),
    readFreezes(db, customerId),
    readParts(db, id),
    coin === 'USDT' ? promoRemaining(db, customerId) : 0n,
    derivedAt(deps, deposit),
  ]);
  const takeable = sums.available > promotion ? sums.available - promotion : 0n;
  return {
    deposit: depositView(deposit),
    customer: { id: String(customerId), account: maskAccount(deposit.customer), status: deposit.customerStatus },
    checks: checksOf(deposit, { ...sums, settings, usual: nodes.confirmations(network), isDerived: derived }),
    freezes: freezes.map(({ reason, since, depositId }) => ({
      reason: freezeReason(reason).zh,
      since: since.toISOString(),
      isOfThis: depositId === id,
    })),
    removal:
      deposit.removals === 0
        ? null
        : {
            times: deposit.removals,
            lacking: formatAmount(deposit.lacking, coin),
            takeable: formatAmount(takeable, coin),
            parts: parts.map(({ kind, amount, at, returnedAt }) => ({
              kind,
              amount: formatAmount(amount, coin),
              at: at.toISOString(),
              returnedAt: returnedAt?.toISOString() ?? null,
            })),
          },
    offers: offersOf(deposit, sums, { takeable, isFrozen: freezes.length > 0 }),
    readAt: now.toISOString(),
  };
}

/** Derived here, from the extended key, without asking the node. */
async function derivedAt(
  { nodes }: Pick<DepositPageDeps, 'nodes'>,
  { network, number, address, key }: DepositFacts & { network: Network },
): Promise<boolean | null> {
  const chain = await nodes.open(network);
  return isClosed(chain) ? null : isDerived(chain, 'customer', { number, address, key });
}

function depositView(deposit: DepositFacts): Page['deposit'] {
  const { id, status, coin, network, amount, txid, outputIndex, address, height, needed, seenAt, creditedAt } = deposit;
  return {
    id: String(id),
    status,
    coin,
    network,
    amount: formatAmount(amount, coin),
    txid,
    outputIndex,
    address,
    height,
    confirmations: confirmationsOf(deposit),
    needed,
    seenAt: seenAt.toISOString(),
    creditedAt: creditedAt?.toISOString() ?? null,
    account: coin === 'BTC' ? 'OUTPUT_ACCOUNT' : 'ELE_ACCOUNT',
  };
}

/** What two people can do with it now, in the order in which it has to be done. */
function offersOf(
  { status, lacking }: DepositFacts,
  { hasToClawBack }: Pick<CustomerSums, 'hasToClawBack'>,
  { takeable, isFrozen }: { takeable: bigint; isFrozen: boolean },
): Page['offers'] {
  if (lacking > 0n) {
    if (takeable >= lacking) return ['CLAW_BACK'];
    return [takeable > 0n ? 'CLAW_BACK_AVAILABLE' : 'WRITE_OFF'];
  }
  const small: Page['offers'] = status === 'BELOW_MINIMUM' ? ['CREDIT_SMALL'] : [];
  return isFrozen && !hasToClawBack ? [...small, 'UNFREEZE'] : small;
}
