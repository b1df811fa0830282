import { type AddressKey, type Branch, keyAt, numberIn, type OwnAddress } from '@lode/chain';
import { type BitcoinAccount, branchNumbers } from './account.ts';

/** Where a public key comes from, as BIP174 writes it. */
export interface KeyOrigin {
  fingerprint: number;
  path: number[];
}

/** Public keys of our addresses by their number. */
export interface AccountKeys {
  publicKey(branch: Branch, number: number): Uint8Array;
  origin(branch: Branch, number: number): KeyOrigin;
}

/** The accounts of all generations of the seed, the first one first; the last one is the current one. */
export class AccountGenerations implements AccountKeys {
  readonly current: number;
  private readonly accounts: readonly BitcoinAccount[];

  constructor(accounts: readonly BitcoinAccount[]) {
    this.accounts = accounts;
    this.current = accounts.length - 1;
  }

  address(branch: Branch, number: number): OwnAddress {
    const { key: account, index } = keyAt(this.accounts, number);
    return { ...account.address(branch, index), index: number };
  }

  publicKey(branch: Branch, number: number): Uint8Array {
    const { key: account, index } = keyAt(this.accounts, number);
    return account.publicKey(branch, index);
  }

  origin(branch: Branch, number: number): KeyOrigin {
    const { key: account, index } = keyAt(this.accounts, number);
    return { fingerprint: account.origin.fingerprint, path: account.path(branch, index) };
  }

  /** The address at a path whose script this is: paths of two generations are alike. */
  ownerAt(path: readonly number[], key: AddressKey): OwnAddress {
    const [branchNumber, index = -1] = path.slice(-2);
    const branch = (['customer', 'house'] as const).find((name) => branchNumbers[name] === branchNumber);
    if (!branch) throw new Error(`not a path of our account: ${path.join('/')}`);
    const found = this.accounts
      .map((_, generation) => this.address(branch, numberIn(generation, index)))
      .find((one) => one.key === key);
    return found ?? this.address(branch, index);
  }
}
