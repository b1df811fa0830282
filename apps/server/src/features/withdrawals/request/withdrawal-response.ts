import { cancellingRemark, type Data, offsetRemark } from '@lode/contract';
import { formatAmount } from '@lode/money';
import type { AddressOfKey } from '../../../platform/chains/address-of-key.ts';
import { type WithdrawCoin, walletAccount } from '../domain/coins.ts';
import { isFinished } from '../domain/phase.ts';
import type { NewWithdrawal, WithdrawalName, WithdrawalRow } from '../withdrawal.repository.ts';
import { expectedAt, type PayoutDuration } from './payout-duration.ts';
import { specStatusOf } from './spec-status.ts';

export interface ResponseFacts {
  addressOf: AddressOfKey;
  /** Confirmations that make a payment final. */
  needed: Record<WithdrawCoin, number>;
  payoutDuration: Record<WithdrawCoin, PayoutDuration>;
}

/** A withdrawal that was submitted a moment ago, as lists will show it. */
export function submittedRow(withdrawal: NewWithdrawal, name: WithdrawalName): WithdrawalRow {
  const { now: appliedAt } = withdrawal;
  const steps = [{ step: 'APPLIED' as const, at: appliedAt.toISOString() }];
  return {
    ...withdrawal,
    ...name,
    phase: 'AWAITING_APPROVAL',
    remark: null,
    appliedAt,
    steps,
    txid: null,
    outputIndex: null,
    confirmations: 0,
    isCancelling: false,
    offsetToOwed: null,
  };
}

export function withdrawalResponse(
  row: WithdrawalRow,
  { addressOf, needed, payoutDuration }: ResponseFacts,
): Data<'withdrawApply'> {
  const { id, number, coin, network, addressKey, amount, fee, phase, remark, appliedAt } = row;
  const { status, thirdStatus } = specStatusOf(phase);
  const written = (value: bigint) => formatAmount(value, coin);
  return {
    id: String(id),
    number,
    coin,
    network,
    address: addressOf(network, addressKey),
    amount: written(amount),
    fee: written(fee),
    received: written(amount - fee),
    status,
    thirdStatus,
    offset: offsetOf(row),
    checkRemark: row.isCancelling ? cancellingRemark : phase === 'OFFSET' ? offsetRemark : remark,
    txid: row.txid,
    outputIndex: row.outputIndex,
    confirmations: row.confirmations,
    needed: needed[coin],
    applyTime: appliedAt.toISOString(),
    steps: row.steps.map(({ step, at }) => ({ step, time: new Date(at).toISOString() })),
    eta: isFinished(phase) || row.isCancelling ? null : etaOf(row, payoutDuration[coin]),
  };
}

function offsetOf({ phase, coin, amount, remark, offsetToOwed }: WithdrawalRow): Data<'withdrawApply'>['offset'] {
  if (phase !== 'OFFSET') return null;
  const written = (value: bigint) => formatAmount(value, coin);
  return {
    account: walletAccount[coin],
    toBalance: offsetToOwed === null ? null : written(amount - offsetToOwed),
    toOwed: offsetToOwed === null ? null : written(offsetToOwed),
    reason: remark,
  };
}

/** A signed withdrawal waits for the chain alone: the time that reviews take no longer counts. */
function etaOf({ appliedAt, steps }: WithdrawalRow, { total, onChain }: PayoutDuration): string {
  const signed = steps.find(({ step }) => step === 'SIGNED');
  const [from, seconds] = signed ? [new Date(signed.at), onChain] : [appliedAt, total];
  return expectedAt(from, seconds);
}
