import { encodeFunctionData, type Hex, parseAbi } from 'viem';

/** Encodes a call that is named by its text: `callOf('issue(address,uint256)', [to, 5n])`. */
export function callOf(signature: string, args: readonly unknown[]): Hex {
  const texts: readonly string[] = [`function ${signature}`];
  return encodeFunctionData({ abi: parseAbi(texts), args });
}
