import { hotAddress } from '@lode/chain';
import { parseAmount } from '@lode/money';
import { markSigned, raiseReserved, releaseNonce, reserveNonce } from '../../platform/chains/account-nonces.ts';
import { lookIntoAccount } from '../../platform/chains/hot-account.ts';
import { payingNumber } from '../../platform/chains/key-generations.ts';
import { readAccountNonce } from '../../platform/chains/stored-unsigned.ts';
import { recordEther } from '../../platform/chains/wei-remainder.ts';
import type { HotWallet } from './hot-wallet.ts';
import { nameOf } from './transfer.repository.ts';
import { transferSettings } from './transfer-ports.ts';

const weiPerUnit = 10n ** 10n;

/** An account: one nonce for a transfer, in one table with those of payments and sweeps. */
export const evmHotWallet: HotWallet = {
  coin: 'USDT',
  feeCoin: 'ETH',
  // Payments to customers wait behind its nonce.
  feeBumpAfter: 10 * 60_000,
  async read({ database }, chain) {
    const from = hotAddress(chain);
    const { usdt, reserved } = await lookIntoAccount(database, chain, from);
    return { held: usdt - reserved.usdt, source: { kind: 'ACCOUNT', from, nonce: reserved.free } };
  },
  /** As of a sweep: what the gas of one may cost. */
  largestFee: async (deps, _amount, now) =>
    parseAmount((await transferSettings(deps, now))['sweep.max-fee.ETH'], 'ETH') * weiPerUnit,
  largestBumpFee: () => undefined,
  reserve: (_deps, dbTx, id, { outpoints, amount, fee }) =>
    reserveNonce(dbTx, {
      ...readAccountNonce(outpoints[0]),
      holder: nameOf({ id }),
      usdt: amount,
      wei: fee.atomic,
    }),
  reserveBump: (dbTx, id, { fee }) => raiseReserved(dbTx, nameOf({ id }), fee.atomic),
  markSigned: (dbTx, id) => markSigned(dbTx, nameOf({ id })),
  spend: async () => undefined,
  release: (_deps, dbTx, id) => releaseNonce(dbTx, nameOf({ id })),
  stored: (chain, { payload, outpoints, amount }) => ({
    payload,
    outpoints,
    txid: null,
    hotNumber: payingNumber(chain, { outpoints }),
    hotIndex: null,
    hotAmount: null,
    // Its place among the token's transfers of the transaction.
    coldIndex: 0,
    coldAmount: amount,
  }),
  feeToPost: (db, outpoints, atomic) => recordEther(db, readAccountNonce(outpoints[0]).addressKey, 'out', atomic),
};
