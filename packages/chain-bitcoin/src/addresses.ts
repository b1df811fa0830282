import type { AddressCheck, AddressKey } from '@lode/chain';
import { sha256 } from '@noble/hashes/sha2.js';
import { bech32, bech32m, createBase58check, hex } from '@scure/base';
import { type BitcoinChainName, formsOf, mainForms, type NetworkForms } from './networks.ts';

const base58check = createBase58check(sha256);

/** The spec's pattern for typed addresses on the public chain; the checksum is verified after it. */
const mainLegacy = /^[13][1-9A-HJ-NP-Za-km-z]{24,34}$/;
const mainSegwit = /^bc1[0-9a-z]{11,87}$/;
const testLegacy = /^[2mn][1-9A-HJ-NP-Za-km-z]{24,34}$/;
const testSegwit = /^(?:tb|bcrt)1[0-9a-z]{11,87}$/;

const format: AddressCheck = { valid: false, reason: 'FORMAT' };
const badChecksum: AddressCheck = { valid: false, reason: 'CHECKSUM' };
const otherNetwork: AddressCheck = { valid: false, reason: 'NETWORK' };

/**
 * Validates an address as typed (base58check; bech32 for version 0; bech32m from version 1 on: BIP173, BIP350). An address all
 * in capitals is bech32 too, mixed case is not. On a test network mainnet's forms count as well: they name the same script.
 */
export function checkBitcoinAddress(text: string, chain: BitcoinChainName): AddressCheck {
  const typed = /^[A-Z0-9]{14,90}$/.test(text) ? segwitInCapitals(text) : text;
  const isMainForm = mainLegacy.test(typed) || mainSegwit.test(typed);
  if (!isMainForm && !testLegacy.test(typed) && !testSegwit.test(typed)) return format;
  const key = mainLegacy.test(typed) || testLegacy.test(typed) ? legacyKey(typed) : segwitKey(typed);
  if (!key) return badChecksum;
  const isOwnForm = key.form(formsOf(chain));
  if (!isOwnForm && (chain === 'main' || !key.form(mainForms))) return otherNetwork;
  return { valid: true, key: key.script, address: bitcoinAddress(key.script, chain) };
}

function segwitInCapitals(text: string): string {
  return /^(?:BC|TB|BCRT)1/.test(text) ? text.toLowerCase() : text;
}

interface ReadAddress {
  script: AddressKey;
  /** Whether a network uses this form. */
  form: (forms: NetworkForms) => boolean;
}

function legacyKey(text: string): ReadAddress | null {
  const bytes = attempt(() => base58check.decode(text));
  if (bytes?.length !== 21) return null;
  const [version] = bytes;
  const hash = hex.encode(bytes.subarray(1));
  const isScript = version === mainForms.scriptHash || version === formsOf('test').scriptHash;
  const isPubKey = version === mainForms.pubKeyHash || version === formsOf('test').pubKeyHash;
  if (!isScript && !isPubKey) return null;
  return {
    script: isScript ? `a914${hash}87` : `76a914${hash}88ac`,
    form: (forms) => version === (isScript ? forms.scriptHash : forms.pubKeyHash),
  };
}

function segwitKey(text: string): ReadAddress | null {
  // Version 0 uses bech32, all others bech32m: a text matches one of them.
  for (const code of [bech32, bech32m]) {
    const decoded = attempt(() => code.decode(text as `${string}1${string}`));
    if (!decoded) continue;
    const [version, ...words] = decoded.words;
    const program = attempt(() => code.fromWords(words));
    if (version === undefined || version > 16 || !program) return null;
    if ((version === 0) !== (code === bech32) || program.length < 2 || program.length > 40) return null;
    if (version === 0 && program.length !== 20 && program.length !== 32) return null;
    return { script: witnessScript(version, program), form: (forms) => forms.hrp === decoded.prefix };
  }
  return null;
}

function witnessScript(version: number, program: Uint8Array): string {
  const opcode = version === 0 ? 0 : 0x50 + version;
  return hex.encode(Uint8Array.of(opcode, program.length, ...program));
}

/** Canonical address of a script; throws a `TypeError` for a script without an address. */
export function bitcoinAddress(script: AddressKey, chain: BitcoinChainName): string {
  const { hrp, pubKeyHash, scriptHash } = formsOf(chain);
  const hashOf = (pattern: RegExp): string | undefined => pattern.exec(script)?.[1];
  const base58 = (version: number, hash: string): string =>
    base58check.encode(Uint8Array.of(version, ...hex.decode(hash)));

  const toPubKey = hashOf(/^76a914([0-9a-f]{40})88ac$/);
  if (toPubKey) return base58(pubKeyHash, toPubKey);
  const toScript = hashOf(/^a914([0-9a-f]{40})87$/);
  if (toScript) return base58(scriptHash, toScript);
  const [, opcode = '', length = '', programHex = ''] =
    /^(00|5[1-9a-f]|60)([0-9a-f]{2})((?:[0-9a-f]{2}){2,40})$/.exec(script) ?? [];
  const program = hex.decode(programHex);
  const version = opcode === '00' ? 0 : Number.parseInt(opcode, 16) - 0x50;
  const isWhole = program.length >= 2 && program.length === Number.parseInt(length, 16);
  if (!isWhole || (version === 0 && program.length !== 20 && program.length !== 32)) {
    throw new TypeError(`no address has the script ${script.slice(0, 100)}`);
  }
  const code = version === 0 ? bech32 : bech32m;
  return code.encode(hrp, [version, ...code.toWords(program)]);
}

function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
