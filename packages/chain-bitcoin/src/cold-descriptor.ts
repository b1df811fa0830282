import { sha256 } from '@noble/hashes/sha2.js';
import { hex } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { hardened } from './account.ts';
import { bitcoinAddress } from './addresses.ts';
import { descriptorChecksum } from './descriptor-checksum.ts';
import { type BitcoinChainName, formsOf } from './networks.ts';

/** Of three holders two sign. */
const needed = 2;
const holders = 3;
const lastIndex = 2 ** 31 - 1;
/** BIP380 knows these two forms of extended keys only. */
const versions = { 0: { prefix: 'xpub', public: 0x0488b21e }, 1: { prefix: 'tpub', public: 0x043587cf } } as const;

const step = `/\\d{1,10}['h]?`;
const keyPattern = `\\[([0-9a-f]{8})((?:${step}){0,8})\\]([xt]pub[1-9A-HJ-NP-Za-km-z]{100,112})((?:/\\d{1,10}){0,4})/\\*`;
const pattern = new RegExp(`^wsh\\(sortedmulti\\(${needed},${Array(holders).fill(keyPattern).join(',')}\\)\\)$`);

/** One holder's key: where it comes from, and how it leads to an address. */
interface HolderKey {
  fingerprint: number;
  /** From the holder's master key to the node, then to the addresses' parent. */
  path: readonly number[];
  parent: HDKey;
}

/** One address of a cold wallet, with what its holders need to sign for it. */
export interface ColdAddress {
  number: number;
  /** Output script, P2WSH. */
  key: string;
  address: string;
  witnessScript: Uint8Array;
  derivations: [Uint8Array, { fingerprint: number; path: number[] }][];
}

/** Addresses of a cold wallet by their number. No private key, no node. */
export interface ColdDescriptor {
  readonly addressAt: (number: number) => ColdAddress;
}

/**
 * Reads `wsh(sortedmulti(2,KEY,KEY,KEY))#CHECKSUM` and nothing else: public keys of three holders with their origins, each ranged
 * by an unhardened `/*`. Throws a `TypeError` that says what is wrong.
 */
export function parseColdDescriptor(text: string, chain: BitcoinChainName): ColdDescriptor {
  const [body = '', checksum, ...more] = text.split('#');
  if (checksum === undefined || more.length > 0) throw new TypeError('a descriptor ends with # and its checksum');
  if (checksum !== descriptorChecksum(body)) throw new TypeError('the checksum of the descriptor is wrong');
  const found = pattern.exec(body)?.slice(1);
  if (!found)
    throw new TypeError('expected wsh(sortedmulti(2,KEY,KEY,KEY)) with keys such as [fingerprint/path]xpub…/0/*');
  const keys = Array.from({ length: holders }, (_, at) => holderKey(found.slice(at * 4, at * 4 + 4), chain));
  const isRepeated = (values: readonly (string | number)[]): boolean => new Set(values).size !== holders;
  if (isRepeated(keys.map(({ fingerprint }) => fingerprint)) || isRepeated(keys.map(({ parent }) => nameOf(parent))))
    throw new TypeError('the three keys have to be those of three holders');
  return { addressAt: (number) => coldAddress(keys, number, chain) };
}

const nameOf = ({ publicKey }: HDKey): string => hex.encode(publicKey ?? new Uint8Array());

function holderKey(
  [fingerprint = '', origin = '', extendedKey = '', below = '']: string[],
  chain: BitcoinChainName,
): HolderKey {
  const version = versions[formsOf(chain).coinType];
  if (!extendedKey.startsWith(version.prefix))
    throw new TypeError(`expected keys of the form ${version.prefix} on ${chain}`);
  const node = readKey(extendedKey, version.public);
  const path = [...stepsOf(origin), ...stepsOf(below)];
  if (node.depth !== stepsOf(origin).length)
    throw new TypeError(
      `the key ${extendedKey.slice(0, 12)}… has depth ${node.depth}, which its origin does not lead to`,
    );
  const parent = stepsOf(below).reduce((one, at) => one.deriveChild(at), node);
  return { fingerprint: Number.parseInt(fingerprint, 16), path, parent };
}

function readKey(text: string, version: number): HDKey {
  try {
    return HDKey.fromExtendedKey(text, { public: version, private: 0 });
  } catch (error) {
    throw new TypeError(`no extended public key: ${text.slice(0, 12)}…`, { cause: error });
  }
}

function stepsOf(text: string): number[] {
  return text
    .split('/')
    .slice(1)
    .map((one) => {
      const index = Number.parseInt(one, 10);
      if (index > lastIndex) throw new TypeError(`no step of a path: ${one}`);
      return /['h]$/.test(one) ? hardened(index) : index;
    });
}

/** BIP383: the keys of an address stand in the order of their bytes. */
function coldAddress(keys: readonly HolderKey[], number: number, chain: BitcoinChainName): ColdAddress {
  if (!Number.isInteger(number) || number < 0 || number > lastIndex)
    throw new RangeError(`no address has the number ${number}`);
  const derived = keys.map(({ fingerprint, path, parent }) => {
    const { publicKey } = parent.deriveChild(number);
    if (!publicKey) throw new TypeError('a derived key without a public key');
    return { publicKey, fingerprint, path: [...path, number] };
  });
  derived.sort((one, other) => (hex.encode(one.publicKey) < hex.encode(other.publicKey) ? -1 : 1));
  const pushes = derived.flatMap(({ publicKey }) => [publicKey.length, ...publicKey]);
  const witnessScript = Uint8Array.of(0x50 + needed, ...pushes, 0x50 + holders, 0xae);
  const key = hex.encode(Uint8Array.of(0, 32, ...sha256(witnessScript)));
  return {
    number,
    key,
    address: bitcoinAddress(key, chain),
    witnessScript,
    derivations: derived.map(({ publicKey, fingerprint, path }) => [publicKey, { fingerprint, path }]),
  };
}
