import {
  type BuildRefusal,
  type ChainAdapter,
  earlierHotAddresses,
  type FeeRate,
  hotAddress,
  type OwnAddress,
  type Unsigned,
} from '@lode/chain';
import type { SweepKind } from '@lode/contract/record-states';
import { lookIntoAccount } from '../../platform/chains/hot-account.ts';
import { isRefused } from './plan-sweeps.ts';
import type { SweepDeps } from './sweep-ports.ts';
import { insertSweep, readOpen } from './sweeps.store.ts';

type GasRate = Extract<FeeRate, { unit: 'WEI_PER_GAS' }>;
/** Gas of a plain transfer of ether: fixed by the protocol. */
const plainTransferGas = 21_000n;

/**
 * Empties the hot wallets of earlier generations of the seed into the current one, also of what comes there late: the tokens, whose gas is
 * paid there, and when nothing waits there any more, all ether.
 */
export async function beginRotation(deps: SweepDeps, chain: ChainAdapter, now: Date): Promise<void> {
  const earlier = earlierHotAddresses(chain);
  if (earlier.length === 0) return;
  const open = await readOpen(deps.database);
  for (const from of earlier) {
    const isUnderWay = open.some(
      ({ kind, addressNumber }) => kind.startsWith('ROTATE') && addressNumber === from.index,
    );
    if (!isUnderWay) await begin(deps, chain, from, now);
  }
}

async function begin(deps: SweepDeps, chain: ChainAdapter, from: OwnAddress, now: Date): Promise<void> {
  const { database } = deps;
  const { usdt, wei, reserved } = await lookIntoAccount(database, chain, from);
  const rate = await chain.feeRate();
  if (rate.unit !== 'WEI_PER_GAS') throw new Error('the EVM pays by wei per gas');
  const { height: sinceHeight } = await chain.tip();
  const free = usdt - reserved.usdt;
  const isIdle = reserved.usdt === 0n && reserved.wei === 0n;
  const ether = allEther(rate, wei);
  const [kind, amount, paid]: [SweepKind, bigint, GasRate] =
    free > 0n ? ['ROTATE_USDT', free, rate] : ['ROTATE_ETH', isIdle && usdt === 0n ? ether.amount : 0n, ether.rate];
  if (amount <= 0n) return;
  const coin = kind === 'ROTATE_USDT' ? 'USDT' : 'ETH';
  const source = { kind: 'ACCOUNT' as const, from, nonce: reserved.free };
  const unsigned: Unsigned | BuildRefusal = await chain.build({
    to: hotAddress(chain).key,
    coin,
    amount,
    source,
    rate: paid,
  });
  // Without gas for its tokens it waits for ether that people send there.
  if (isRefused(unsigned))
    return deps.report({ event: 'rotation.not-built', address: from.address, coin, reason: unsigned.refused });
  deps.failpoint('rotation:before-built');
  await database
    .transaction((dbTx) => insertSweep(dbTx, { kind, addressNumber: from.index, unsigned, sinceHeight, now }))
    .catch((error: { code?: string }) => {
      if (error.code !== '23505') throw error;
    });
  deps.failpoint('rotation:built');
}

/**
 * With a tip as high as the most that may be paid nothing is given back, and nothing is left. A fee bump would take it from the amount,
 * which is fixed: the double rate is paid at once.
 */
function allEther({ unit, maxFee }: GasRate, wei: bigint): { rate: GasRate; amount: bigint } {
  const price = maxFee * 2n;
  return { rate: { unit, maxFee: price, maxPriorityFee: price }, amount: wei - plainTransferGas * price };
}
