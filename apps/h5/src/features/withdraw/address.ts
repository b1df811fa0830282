import type { Network } from './withdrawal.ts';

/** The product's patterns, and for Bitcoin the forms of its test chains beside them: which chain it is only the server knows. */
const patterns: Record<Network, readonly RegExp[]> = {
  BITCOIN: [
    /^[13][1-9A-HJ-NP-Za-km-z]{24,34}$/,
    /^bc1[0-9a-z]{11,87}$/i,
    /^[2mn][1-9A-HJ-NP-Za-km-z]{24,34}$/,
    /^(?:tb|bcrt)1[0-9a-z]{11,87}$/i,
  ],
  ERC20: [/^(?:0x)?[0-9a-fA-F]{40}$/],
};

/** The longest that the server reads. */
export const longestAddress = 128;

/** Whether a text has the form of an address; its checksum is the server's to judge. */
export function mayBeAddress(text: string, network: Network): boolean {
  return patterns[network].some((pattern) => pattern.test(text));
}

/**
 * What was typed, pasted or scanned, as it is sent: without spaces (an address read in groups), without the scheme and the
 * parameters of a payment link. Bech32 all in capitals, as QR codes carry it, is the same address in small letters.
 */
export function tidiedAddress(text: string): string {
  const bare = text
    .replace(/\s+/g, '')
    .replace(/^(?:bitcoin|ethereum):/i, '')
    .replace(/[?@].*$/, '')
    .slice(0, longestAddress);
  return /^(?:BC|TB|BCRT)1[0-9A-Z]+$/.test(bare) ? bare.toLowerCase() : bare;
}
