import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Who is counted together: `share` times as many requests as one caller may pass from it. */
export interface Network {
  readonly key: string;
  readonly share: 'one' | 'many' | 'site';
}

/** Of an address as IPv6 writes it at most; what a proxy forwards can be anything. */
const longestAddress = 45;

/**
 * The networks of a caller. A provider gives each household an IPv6 /64 and can give it a /56 of 256 of those: what changes within
 * them costs nothing. An IPv4 address, also one written as IPv6, is counted by itself.
 */
export function networksOf(address: string): readonly Network[] {
  // In its usual form: almost every caller behind no proxy.
  if (isIPv4(address)) return [{ key: address, share: 'one' }];
  if (!ipaddr.isValid(address)) return [{ key: address.slice(0, longestAddress), share: 'one' }];
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return [{ key: parsed.toString(), share: 'one' }];
  const [a, b, c, d = 0] = parsed.parts;
  const hex = (parts: readonly (number | undefined)[]) => parts.map((part = 0) => part.toString(16)).join(':');
  return [
    { key: `${hex([a, b, c, d])}/64`, share: 'one' },
    { key: `${hex([a, b, c, d & 0xff00])}/56`, share: 'many' },
    { key: `${hex([a, b, c])}/48`, share: 'site' },
  ];
}

/** The network of a caller as a customer may see it: a /24 or a /56, never the whole address. Null for what is no address. */
export function coarseNetwork(address: string): string | null {
  if (!ipaddr.isValid(address)) return null;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return `${parsed.octets.slice(0, 3).join('.')}.0/24`;
  return networksOf(address)[1]?.key ?? null;
}
