import type { Network } from '@lode/chain';
import { isBitcoinChain, parseColdDescriptor } from '@lode/chain-bitcoin';
import { checkEvmAddress } from '@lode/chain-evm';

/** How many addresses of a cold wallet are watched above the one in use: BIP44's gap, which holders' wallets look through too. */
const gap = 100;

export interface DerivedAddress {
  number: number;
  address: string;
  key: string;
}

/** The addresses of one cold wallet by their number, derived from what two people recorded. */
export interface ColdAddresses {
  /** How many have to be watched while this is the next number. */
  readonly count: (nextNumber: number) => number;
  readonly at: (number: number) => DerivedAddress;
}

/** Throws a `TypeError` for a descriptor, or an address, that is none on this chain. */
export function coldAddresses(network: Network, chain: string, descriptor: string): ColdAddresses {
  if (network === 'ERC20') {
    const only = { number: 0, ...exactAddress(descriptor) };
    return { count: () => 1, at: () => only };
  }
  if (!isBitcoinChain(chain)) throw new TypeError(`${chain} is no chain of Bitcoin`);
  const derived = parseColdDescriptor(descriptor, chain);
  const known = new Map<number, DerivedAddress>();
  return {
    count: (nextNumber) => nextNumber + gap,
    at(number) {
      const found = known.get(number) ?? derived.addressAt(number);
      const address = { number, address: found.address, key: found.key };
      known.set(number, address);
      return address;
    },
  };
}

/** A typed address that carries its checksum (EIP-55): one in lower case only carries none. */
function exactAddress(text: string): { address: string; key: string } {
  const checked = checkEvmAddress(text, new Set());
  if (!checked.valid) throw new TypeError(`no address on ERC20: ${checked.reason}`);
  if (checked.address !== text)
    throw new TypeError('give the address with its checksum, in capitals and small letters');
  return { address: checked.address, key: checked.key };
}
