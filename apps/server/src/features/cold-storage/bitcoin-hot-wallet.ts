import { ChainUnavailable, hotAddress } from '@lode/chain';
import { largestFeeOf } from './fee-policy.ts';
import type { HotWallet } from './hot-wallet.ts';

/** Outputs: what is reserved stands in one table with the inputs of payments. */
export const bitcoinHotWallet: HotWallet = {
  coin: 'BTC',
  feeCoin: 'BTC',
  feeBumpAfter: 60 * 60_000,
  async read({ database, reservations }, chain) {
    const ownerOf = (branch: 'customer' | 'house', index: number) => chain.ownAddress(branch, index);
    const outputs = await reservations.readSpendableOutputs(database, ownerOf);
    const held = outputs.reduce((sum, output) => sum + output.amount, 0n);
    return { held, source: { kind: 'OUTPUTS', outputs, change: hotAddress(chain) } };
  },
  largestFee: async (_deps, amount) => largestFeeOf(amount),
  largestBumpFee: largestFeeOf,
  reserve: ({ reservations }, dbTx, id, { outpoints }) => reservations.reserve(dbTx, id, outpoints),
  reserveBump: async () => undefined,
  markSigned: async () => undefined,
  spend: ({ reservations }, dbTx, id, outpoints) => reservations.spend(dbTx, id, outpoints),
  release: ({ reservations }, dbTx, id) => reservations.release(dbTx, id),
  stored(chain, unsigned) {
    const { payload, outpoints, change, amount } = unsigned;
    const txid = chain.txidOf?.(unsigned);
    if (txid === undefined) throw new ChainUnavailable('BITCOIN', 'refused', new Error('a chain without txids'));
    // One receiver and at most one change.
    const coldIndex = change === null ? 0 : 1 - change.index;
    const hotNumber = change?.owner.index ?? hotAddress(chain).index;
    const hot = { hotNumber, hotIndex: change?.index ?? null, hotAmount: change?.amount ?? null };
    return { payload, outpoints, txid, ...hot, coldIndex, coldAmount: amount };
  },
  feeToPost: async (_db, _outpoints, atomic) => atomic,
};
