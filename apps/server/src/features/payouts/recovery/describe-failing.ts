import { formatAmount } from '@lode/money';
import { openPayoutChain } from '../open-payout-chain.ts';
import type { PayoutDeps, Withdrawal } from '../payout-ports.ts';
import { isExportConflicted, stateOfExports } from './exported-payment.ts';
import {
  type FailCommand,
  findMissing,
  findSentExport,
  isPaymentConflicted,
  neitherNor,
  noSigner,
  paidByExport,
  refusedIfDown,
} from './fail-payment.ts';

type Asked = Pick<FailCommand, 'id' | 'acceptDoublePayRisk'>;
type Described = { summary: string } | { refused: string };

/** What `failPayment` would do now, or why it would not. The signer is not asked: its answer would end the payment. */
export async function describeFailing(deps: PayoutDeps, asked: Asked): Promise<Described> {
  const withdrawal = await deps.withdrawals.find(deps.database, asked.id);
  if (withdrawal?.phase === 'BROADCAST') return describeBroadcast(deps, asked, withdrawal).catch(refusedIfDown);
  if (withdrawal?.phase === 'SIGNING') return describeUnsigned(deps, withdrawal).catch(refusedIfDown);
  return neitherNor(asked.id);
}

const returning = ({ number, amount, coin, customerId }: Withdrawal): string =>
  `${number}: ${formatAmount(amount, coin)} ${coin} returns to ${customerId === null ? 'treasury' : `customer ${customerId}`}`;

async function describeBroadcast(deps: PayoutDeps, asked: Asked, withdrawal: Withdrawal): Promise<Described> {
  if (await isPaymentConflicted(deps, asked.id))
    return { summary: `${returning(withdrawal)}: what it spends was spent by others, it can never be mined` };
  const missing = await findMissing(deps, await openPayoutChain(deps, withdrawal.network), asked);
  if ('refused' in missing) return missing;
  return {
    summary: `${returning(withdrawal)}, although ${missing.newest.txid} could still be mined: then it is paid twice`,
  };
}

async function describeUnsigned(deps: PayoutDeps, withdrawal: Withdrawal): Promise<Described> {
  const { database, signer, chains } = deps;
  const { id, network } = withdrawal;
  if (!signer.finalise) return noSigner;
  const exports = await stateOfExports(database, await openPayoutChain(deps, network), id);
  const sent = findSentExport(exports);
  if (sent) return paidByExport(id, sent);
  const alive = exports.find((state) => !isExportConflicted(state, chains.confirmations(network)));
  const ended = 'if the signer has signed nothing of it, which ends there';
  return {
    summary: alive
      ? `${returning(withdrawal)} ${ended}, and once another payment has spent the inputs of the exported ${alive.exported.txid}`
      : `${returning(withdrawal)} ${ended}`,
  };
}
