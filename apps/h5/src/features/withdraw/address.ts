import type { Network } from './withdrawal.ts';

/** The spec's patterns, and those of Bitcoin's test chains, because only the server knows which chain it follows. */
const patterns: Record<Network, readonly RegExp[]> = {
  BITCOIN: [
    /^[13][1-9A-HJ-NP-Za-km-z]{24,34}$/,
    /^bc1[0-9a-z]{11,87}$/i,
    /^[2mn][1-9A-HJ-NP-Za-km-z]{24,34}$/,
    /^(?:tb|bcrt)1[0-9a-z]{11,87}$/i,
  ],
  ERC20: [/^(?:0x)?[0-9a-fA-F]{40}$/],
};

/** Limit of the API. */
export const maxAddressLength = 128;

/** Checks the pattern only; the server verifies the checksum. */
export function mayBeAddress(text: string, network: Network): boolean {
  return patterns[network].some((pattern) => pattern.test(text));
}

/**
 * Removes spaces (an address copied in groups), and the scheme and parameters of a payment link. QR codes carry bech32 in
 * upper case; the same address in lower case is what the address book stores.
 */
export function normalisedAddress(text: string): string {
  const bare = text
    .replace(/\s+/g, '')
    .replace(/^(?:bitcoin|ethereum):/i, '')
    .replace(/[?@].*$/, '')
    .slice(0, maxAddressLength);
  return /^(?:BC|TB|BCRT)1[0-9A-Z]+$/.test(bare) ? bare.toLowerCase() : bare;
}
