import type { AddressKey } from '@lode/chain';
import { decodeFunctionData, encodeFunctionData, type Hex, parseAbi, toEventSelector } from 'viem';
import { addressOfKey, keyOfAddress } from './address.ts';

/** The part of ERC-20 that is used. On the main net USDT's `transfer` returns nothing, so nothing is declared and nothing decoded. */
const abi = parseAbi([
  'function transfer(address to, uint256 value)',
  'function balanceOf(address holder) view returns (uint256)',
  'function decimals() view returns (uint8)',
]);

/** `Transfer(address indexed from, address indexed to, uint256 value)`. */
export const transferTopic = toEventSelector('Transfer(address,address,uint256)');

export const usdtDecimals = 6;

export function transferCall(to: AddressKey, amount: bigint): Hex {
  return encodeFunctionData({ abi, functionName: 'transfer', args: [addressOfKey(to), amount] });
}

export function balanceCall(holder: AddressKey): Hex {
  return encodeFunctionData({ abi, functionName: 'balanceOf', args: [addressOfKey(holder)] });
}

export const decimalsCall: Hex = encodeFunctionData({ abi, functionName: 'decimals' });

/** Receiver and amount of call data; null unless it is exactly one canonical `transfer`. */
export function readTransferCall(data: Hex): { to: AddressKey; amount: bigint } | null {
  if (data.length !== 2 + 2 * (4 + 32 + 32)) return null;
  try {
    const call = decodeFunctionData({ abi, data });
    if (call.functionName !== 'transfer') return null;
    const to = keyOfAddress(call.args[0]);
    const amount = call.args[1];
    return transferCall(to, amount) === data ? { to, amount } : null;
  } catch {
    return null;
  }
}

const testAbi = parseAbi(['function issue(address to, uint256 value)']);

/** Mints the test token. */
export function encodeIssue(to: string, amount: bigint): Hex {
  return encodeFunctionData({ abi: testAbi, functionName: 'issue', args: [addressOfKey(keyOfAddress(to)), amount] });
}
