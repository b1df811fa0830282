/**
 * Of the global map, an input or an output: amounts and scripts, three derivations, three signatures, and what a wallet notes for itself.
 */
const pairsPerMap = 24;
/** Of a value that is no transaction. A finished witness of two signatures has less than 300. */
const longestValue = 1_024;
const magic = [0x70, 0x73, 0x62, 0x74, 0xff];
/** Type 0 without more: the unsigned transaction, or the one that made an input. */
const transactionKey = { length: 1, type: 0 };
/** A length of more than one byte says so in its first. */
const lengthSizes: Readonly<Record<number, 2 | 4 | 8>> = { 0xfd: 2, 0xfe: 4, 0xff: 8 };

/**
 * Whether a PSBT (BIP174) holds more than wallets put into one of so many maps, or far more maps. To decode it costs a calculation on the
 * curve for each key in it; this walks over the lengths alone. What is no PSBT is within them.
 */
export function isBeyondBounds(bytes: Uint8Array, maps: number): boolean {
  if (magic.some((byte, place) => bytes[place] !== byte)) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = magic.length;
  const readLength = (): number => {
    const first = view.getUint8(at);
    const size = lengthSizes[first] ?? 0;
    const start = at + 1;
    at = start + size;
    if (size === 0) return first;
    if (size === 2) return view.getUint16(start, true);
    return size === 4 ? view.getUint32(start, true) : Number(view.getBigUint64(start, true));
  };
  try {
    // Pairs, and the end of each map.
    for (let entries = 1; at < bytes.length; entries += 1) {
      if (entries > (pairsPerMap + 1) * maps) return true;
      const keyLength = readLength();
      if (keyLength === 0) continue;
      const isTransaction = keyLength === transactionKey.length && bytes[at] === transactionKey.type;
      at += keyLength;
      const valueLength = readLength();
      at += valueLength;
      if (valueLength > longestValue && !isTransaction) return true;
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return false;
}
