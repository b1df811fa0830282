import { maskAccount } from '@lode/contract';
import type { ConsoleData } from '@lode/contract/console';
import { formatAmount } from '@lode/money';
import type { AddressOfKey } from '../../../platform/chains/address-of-key.ts';
import type { WithdrawCoin } from '../domain/coins.ts';
import type { Phase } from '../domain/phase.ts';
import { writtenReason } from '../review/page-approvals.ts';
import type { Withdrawal } from '../withdrawal.repository.ts';
import type { Origin } from './balance-origin.ts';
import {
  type AddressFacts,
  type CoinTotal,
  type CustomerFacts,
  countedOfAddress,
  type OtherWithdrawal,
  type RequestFacts,
  type StoredEvent,
} from './review-facts.repository.ts';

type Review = ConsoleData<'withdrawalReview'>;

export function withdrawalView(
  { id, number, phase, coin, network, amount, fee, appliedAt, remark }: Withdrawal,
  { request, isCancelling, address }: { request: RequestFacts; isCancelling: boolean; address: string },
): Review['withdrawal'] {
  return {
    id: String(id),
    number,
    phase,
    isCancelling,
    coin,
    network,
    amount: formatAmount(amount, coin),
    fee: formatAmount(fee, coin),
    received: formatAmount(amount - fee, coin),
    address,
    addressLabel: request.label || null,
    appliedAt: appliedAt.toISOString(),
    remark,
    txid: request.txid,
    confirmations: request.confirmations,
  };
}

export function customerView(
  id: bigint,
  { account, tags, since, machines, running }: CustomerFacts,
  totals: readonly CoinTotal[],
): Review['customer'] {
  const sums = (of: 'deposited' | 'withdrawn') =>
    totals
      .filter((total) => total[of] > 0n)
      .map(({ coin, ...total }) => ({ coin, amount: formatAmount(total[of], coin) }));
  return {
    id: String(id),
    account: maskAccount(account),
    tags,
    since: since.toISOString(),
    machines,
    running,
    deposited: sums('deposited'),
    withdrawn: sums('withdrawn'),
  };
}

export function originView({ parts, older }: Origin, { amount, coin }: Withdrawal): Review['origin'] {
  return {
    parts: parts.map(({ kind, count, amount: units, from, to }) => ({
      kind,
      count,
      amount: formatAmount(units, coin),
      sharePpm: Number((units * 1_000_000n) / amount),
      from: from.toISOString(),
      to: to.toISOString(),
    })),
    older: older === 0n ? null : formatAmount(older, coin),
  };
}

/** Counted are all, shown the newest; one that its customer took back, which costs nothing, pushes none out. */
const historyShown = 8;

export function historyView(
  others: readonly OtherWithdrawal[],
  { coin, network, addressKey }: Withdrawal,
  addressOf: AddressOfKey,
): Review['history'] {
  const paid = others.filter(({ phase }) => phase === 'PAID');
  const stood = others.filter(({ phase }) => phase !== 'CANCELLED');
  return {
    records: stood.slice(0, historyShown).map(({ id, number, at, phase, amount, ...to }) => ({
      id: String(id),
      number,
      at: at.toISOString(),
      address: addressOf(to.network, to.addressKey),
      coin,
      amount: formatAmount(amount, coin),
      phase,
    })),
    count: others.length,
    paid: paid.length,
    paidAmount: formatAmount(
      paid.reduce((sum, { amount }) => sum + amount, 0n),
      coin,
    ),
    rejected: others.filter(({ phase }) => phase === 'REJECTED').length,
    cancelled: others.length - stood.length,
    sameAddress: others.filter((one) => one.network === network && one.addressKey === addressKey).length,
  };
}

export function addressView(
  { firstSeen, otherCustomers, paid, paidAmount, ownPaid, ownPaidAmount, count }: AddressFacts,
  { bookSince }: RequestFacts,
  coin: WithdrawCoin,
): Review['address'] {
  return {
    firstSeen: firstSeen?.toISOString() ?? null,
    otherCustomers,
    paid,
    paidAmount: formatAmount(paidAmount, coin),
    ownPaid,
    ownPaidAmount: formatAmount(ownPaidAmount, coin),
    bookSince: bookSince?.toISOString() ?? null,
    isCut: count === countedOfAddress,
  };
}

/** An approval is named by who gave it; only an amount that was moved instead has the timeline's own line. */
export function eventsView(events: readonly StoredEvent[], phase: Phase): Review['events'] {
  return events
    .filter(({ kind, step }) => kind !== 'STEP' || step !== 'APPROVED' || phase === 'OFFSET')
    .map(({ kind, step, at, by, text, approval }) => ({
      kind,
      step,
      at: at.toISOString(),
      by,
      text: text === null ? null : writtenReason(text, approval),
    }));
}
