import { divCeil } from '@lode/money';

/** Weight units (BIP141): four for a byte outside the witness, one inside. All sizes are what a signed transaction has at most. */
const overhead = (4 + 4 + 1 + 1) * 4 + 2;
/** Outpoint, empty script, sequence; witness of two items: a signature of at most 72 bytes, a key of 33. */
const inputWeight = 41 * 4 + 1 + 1 + 72 + 1 + 33;
/** Counts above 252 take three bytes. */
const longCount = 2 * 4;

function outputWeight(script: string): number {
  return (8 + 1 + script.length / 2) * 4;
}

/** Virtual bytes of a transaction with so many P2WPKH inputs that pays to these scripts. */
export function virtualBytes(inputs: number, scripts: readonly string[]): bigint {
  const outputs = scripts.reduce((sum, script) => sum + outputWeight(script), 0);
  const counts = (inputs > 252 ? longCount : 0) + (scripts.length > 252 ? longCount : 0);
  const weight = overhead + counts + inputs * inputWeight + outputs;
  return divCeil(BigInt(weight), 4n);
}

/** Fee in satoshi at a rate in satoshi per 1,000 virtual bytes, rounded up. */
export function feeFor(size: bigint, rate: bigint): bigint {
  return divCeil(size * rate, 1_000n);
}

/**
 * The smallest amount that nodes relay to a script: what it would cost to spend at 3 satoshi a byte (Bitcoin Core's
 * `GetDustThreshold`). 294 for P2WPKH, 330 for P2TR, 546 for P2PKH.
 */
export function dustLimit(script: string): bigint {
  const isWitness = /^(00|5[1-9a-f]|60)[0-9a-f]{2}([0-9a-f]{2}){2,40}$/.test(script);
  const size = 8 + 1 + script.length / 2 + (isWitness ? 67 : 148);
  return BigInt(size) * 3n;
}
