import { divFloor } from '@lode/money';

/** The ledger keeps ether to eight decimals, the chain to eighteen. */
const weiPerUnit = 10n ** 10n;

/**
 * Rounds a movement of ether down to the ledger's 10⁻⁸ and carries the remainder to the address's next movement, so ledger and
 * chain never differ by more than one unit.
 *
 *     intoBooks(0n, 15_000_000_000n)  // { units: 1n, remainderWei: 5_000_000_000n }
 */
export function addToWeiRemainder(remainderWei: bigint, movedWei: bigint): { units: bigint; remainderWei: bigint } {
  if (remainderWei < 0n || remainderWei >= weiPerUnit || movedWei < 0n)
    throw new Error(
      `expected a remainder below ${weiPerUnit} wei and a positive amount, got ${remainderWei} and ${movedWei}`,
    );
  const wei = remainderWei + movedWei;
  const units = divFloor(wei, weiPerUnit);
  return { units, remainderWei: wei - units * weiPerUnit };
}

/** Wei in ledger units, rounded down. */
export function weiToLedgerUnits(wei: bigint): bigint {
  return divFloor(wei, weiPerUnit);
}
