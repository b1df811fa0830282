import { divFloor } from '@lode/money';

/** The ledger keeps ether to eight decimals, the chain to eighteen. */
const weiPerUnit = 10n ** 10n;

/**
 * Ether as the books take it: rounded down to 10⁻⁸, and what is left over is carried to the address's next movement. So the
 * books never lie more than one unit beside the chain, however many movements there were.
 *
 *     intoBooks(0n, 15_000_000_000n)  // { units: 1n, carryWei: 5_000_000_000n }
 */
export function addToWeiRemainder(carryWei: bigint, movedWei: bigint): { units: bigint; carryWei: bigint } {
  if (carryWei < 0n || carryWei >= weiPerUnit || movedWei < 0n)
    throw new Error('wei to carry lie under one unit, and nothing moves backwards');
  const wei = carryWei + movedWei;
  const units = divFloor(wei, weiPerUnit);
  return { units, carryWei: wei - units * weiPerUnit };
}

/** What an address holds, as the books compare it. */
export function weiToLedgerUnits(wei: bigint): bigint {
  return divFloor(wei, weiPerUnit);
}
