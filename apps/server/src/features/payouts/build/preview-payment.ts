import { ChainUnavailable, hotAddress, WrongChain } from '@lode/chain';
import { SignerUnavailable } from '@lode/signing';
import { openPayoutChain } from '../open-payout-chain.ts';
import { type PayoutDeps, RetryLater, type Withdrawal } from '../payout-ports.ts';
import { buildFromFirst, isRefused, sourcesOf } from './choose-sources.ts';
import { shortageOf } from './hot-wallet-shortage.ts';

/** What approvers are shown: the payment as it would be built now, or why none can be. */
export type PaymentPreview = { payload: string; from?: { branch: 'house'; index: number } } | { unavailable: string };

/** Builds and reserves nothing: when the payment is signed it is built anew, perhaps from other inputs. */
export async function previewPayment(
  deps: Pick<PayoutDeps, 'database' | 'chains'>,
  withdrawal: Withdrawal,
  maxFee: bigint,
): Promise<PaymentPreview> {
  const { id, network, coin, addressKey: to, fee } = withdrawal;
  const amount = withdrawal.amount - fee;
  try {
    const chain = await openPayoutChain(deps, network);
    const sources = await sourcesOf(deps.database, chain, withdrawal, []);
    const order = { to, coin, amount, rate: await chain.feeRate(), maxFee };
    const built = await buildFromFirst(deps.database, chain, id, order, sources);
    const shortage = await shortageOf(deps.database, chain, { coin, amount, built });
    if (shortage !== null) return { unavailable: shortage };
    if (isRefused(built)) return { unavailable: built.refused };
    const from = { branch: 'house' as const, index: hotAddress(chain).index };
    return { payload: built.payload, ...(network === 'ERC20' && { from }) };
  } catch (error) {
    const isWaiting =
      error instanceof RetryLater ||
      error instanceof ChainUnavailable ||
      error instanceof WrongChain ||
      error instanceof SignerUnavailable;
    if (isWaiting) return { unavailable: error.message };
    throw error;
  }
}
