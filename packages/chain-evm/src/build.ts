import { type BuildRefusal, type ChainSum, ChainUnavailable, type PaymentOrder, type Unsigned } from '@lode/chain';
import type { Hex } from 'viem';
import { type FeeBounds, type GasRate, replacementRate } from './fees.ts';
import { NodeRefusal } from './json-rpc.ts';
import type { EvmNode } from './node.ts';
import { readTransferCall, transferCall } from './token.ts';
import { type EvmTransaction, readUnsigned, writeUnsigned } from './transaction.ts';

/** Bounds of a transfer's gas limit: the estimate plus a quarter lies between them. */
export interface GasBounds {
  floor: bigint;
  cap: bigint;
}

export interface BuildContext {
  node: EvmNode;
  chainId: number;
  usdt: string;
  fees: FeeBounds;
  gas: GasBounds;
}

/** Gas of a plain transfer of ether to an address without code; fixed by the protocol. */
const plainTransferGas = 21_000n;

export async function buildPayment(context: BuildContext, order: PaymentOrder): Promise<Unsigned | BuildRefusal> {
  const { source, rate, coin, amount, to, maxFee } = order;
  if (source.kind !== 'ACCOUNT' || rate.unit !== 'WEI_PER_GAS')
    throw new Error('the EVM pays from an account, by wei per gas');
  if (coin !== 'USDT' && coin !== 'ETH') throw new Error(`the EVM adapter does not pay ${coin}`);
  if (amount <= 0n) return { refused: 'DUST' };
  if (rate.maxFee > context.fees.cap || rate.maxPriorityFee > rate.maxFee) return { refused: 'FEE_RATE' };

  const { node, usdt } = context;
  const from = source.from.key;
  if (coin === 'USDT' && (await node.tokenBalance(usdt, from)) < amount) return { refused: 'NOT_ENOUGH' };
  const call =
    coin === 'USDT'
      ? { to: usdt, value: 0n, data: transferCall(to, amount) }
      : { to, value: amount, data: '0x' as const };
  const gasLimit = await gasLimitOf(context, from, call);
  if (gasLimit === null) return { refused: 'WOULD_FAIL' };
  if (maxFee !== undefined && gasLimit * rate.maxFee > maxFee) return { refused: 'FEE_CAP' };
  if ((await node.ether(from)) < call.value + gasLimit * rate.maxFee) return { refused: 'NOT_ENOUGH' };

  const transaction = {
    ...call,
    chainId: context.chainId,
    nonce: source.nonce,
    gasLimit,
    maxFee: rate.maxFee,
    maxPriorityFee: rate.maxPriorityFee,
  };
  return {
    ...payloadOf(transaction),
    outpoints: [accountNonce(from, source.nonce)],
    to,
    coin,
    amount,
    change: null,
  };
}

/** The same transaction at a higher rate: nonce, receiver, amount and gas limit stay. */
export function bumpPayment(
  fees: FeeBounds,
  previous: Unsigned,
  wanted: GasRate,
  mostFee?: bigint,
): Unsigned | BuildRefusal {
  const transaction = readUnsigned(previous.payload);
  const rate = replacementRate(rateOf(transaction), wanted, fees);
  if (!rate) return { refused: 'FEE_RATE' };
  if (mostFee !== undefined && transaction.gasLimit * rate.maxFee > mostFee) return { refused: 'FEE_CAP' };
  return { ...previous, ...payloadOf({ ...transaction, maxFee: rate.maxFee, maxPriorityFee: rate.maxPriorityFee }) };
}

/** Restores a payment from its payload. Throws on any other transaction. */
export function decodePayment(usdt: string, payload: string, from: string): Unsigned {
  const transaction = readUnsigned(payload);
  const { to: target, value, data, nonce } = transaction;
  const call = target === usdt && value === 0n ? readTransferCall(data) : null;
  const isPlain = data === '0x' && value > 0n;
  if (!call && !isPlain) throw new Error('not a transfer of USDT or ether');
  const { to, amount } = call ?? { to: target, amount: value };
  const coin = call ? 'USDT' : 'ETH';
  return { ...payloadOf(transaction), outpoints: [accountNonce(from, nonce)], to, coin, amount, change: null };
}

/** An account's nonce in `Unsigned.outpoints`. */
function accountNonce(from: string, nonce: number): string {
  return `0x${from}:${nonce}`;
}

export function readAccountNonce(outpoint: string): { from: string; nonce: number } {
  const [, from, nonce] = /^0x([0-9a-f]{40}):([0-9]{1,15})$/.exec(outpoint) ?? [];
  if (!from || !nonce) throw new Error(`expected 0x<address>:<nonce>, got ${outpoint.slice(0, 80)}`);
  return { from, nonce: Number(nonce) };
}

/** Wei as a sum of ether. */
export function etherSum(atomic: bigint): ChainSum {
  return { coin: 'ETH', atomic, decimals: 18 };
}

function rateOf({ maxFee, maxPriorityFee }: EvmTransaction): GasRate {
  return { unit: 'WEI_PER_GAS', maxFee, maxPriorityFee };
}

function payloadOf(transaction: EvmTransaction): Pick<Unsigned, 'format' | 'payload' | 'fee' | 'rate'> {
  return {
    format: 'EIP1559',
    payload: writeUnsigned(transaction),
    fee: etherSum(transaction.gasLimit * transaction.maxFee),
    rate: rateOf(transaction),
  };
}

/** Null when the call would revert. */
async function gasLimitOf(
  { node, gas }: BuildContext,
  from: string,
  call: { to: string; value: bigint; data: Hex },
): Promise<bigint | null> {
  try {
    const estimate = await node.estimateGas({ from, ...call });
    if (call.data === '0x' && estimate === plainTransferGas) return estimate;
    const withMargin = estimate + estimate / 4n;
    // Above any transfer's gas: not a plain transfer.
    if (estimate > gas.cap) return null;
    if (withMargin > gas.cap) return gas.cap;
    return withMargin > gas.floor ? withMargin : gas.floor;
  } catch (error) {
    if (!(error instanceof NodeRefusal)) throw error;
    if (isRevert(error)) return null;
    throw new ChainUnavailable('ERC20', 'refused', error);
  }
}

/** A revert of the call itself; every other refusal is about the node. */
function isRevert({ code, message, data }: NodeRefusal): boolean {
  const text = typeof data === 'string' ? `${message} ${data}` : message;
  return code === 3 || /\brevert|invalid opcode/i.test(text);
}
