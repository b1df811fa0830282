import { type Data, offsetRemark } from '@lode/contract';
import { formatAmount } from '@lode/money';
import type { WithdrawCoin } from '../domain/coins.ts';
import { isOver } from '../domain/transitions.ts';
import type { Tempo, WithdrawalRow } from '../withdrawal.repository.ts';
import { expectedAt } from './payout-duration.ts';

export interface AnswerFacts {
  /** Confirmations that make a payment final. */
  needed: Record<WithdrawCoin, number>;
  /** How long the latest ones took. */
  tempo: Record<WithdrawCoin, Tempo>;
}

export function withdrawalAnswer(row: WithdrawalRow, { needed, tempo }: AnswerFacts): Data<'withdrawApply'> {
  const { id, coin, network, address, amount, fee, status, thirdStatus, isOffset, remark, appliedAt } = row;
  const written = (value: bigint) => formatAmount(value, coin);
  return {
    id: String(id),
    coin,
    network,
    address,
    amount: written(amount),
    fee: written(fee),
    received: written(amount - fee),
    status,
    thirdStatus,
    checkRemark: isOffset ? offsetRemark : remark,
    txid: row.txid,
    confirmations: row.confirmations,
    needed: needed[coin],
    applyTime: appliedAt.toISOString(),
    steps: row.steps.map(({ step, at }) => ({ step, time: new Date(at).toISOString() })),
    eta: isOver(row) ? null : etaOf(row, tempo[coin]),
  };
}

/** What is signed waits for the chain alone: how long people took for it, or for others, says nothing any more. */
function etaOf({ appliedAt, steps }: WithdrawalRow, { whole, paying }: Tempo): string | null {
  const signed = steps.find(({ step }) => step === 'SIGNED');
  const [from, seconds] = signed ? [new Date(signed.at), paying] : [appliedAt, whole];
  return expectedAt(from, seconds);
}
