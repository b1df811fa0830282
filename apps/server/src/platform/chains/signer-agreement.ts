import type { Network } from '@lode/chain';
import { type SignerInfo, seedFingerprint } from '@lode/signing';
import type { KnownGenerations } from './key-generations.ts';

/** What the environment says about a network, with the names of its variables. */
export interface NetworkSettings {
  chain: string;
  usdtContract?: string;
  /** Given in place of the signer's. */
  accountKey: string | null;
}

/**
 * What server and signer disagree about, in words; null when they agree. The signer's policy is set at another machine: coins of
 * another contract would be credited as USDT here, and addresses of another chain or key be paid to that the signer cannot spend.
 */
export function disagreement(network: Network, settings: NetworkSettings, info: SignerInfo): string | null {
  const held = network === 'BITCOIN' ? info.bitcoin : info.erc20;
  const [prefix, chainName] = network === 'BITCOIN' ? ['BITCOIN', 'BITCOIN_CHAIN'] : ['EVM', 'EVM_CHAIN_ID'];
  if (held?.chain !== settings.chain) {
    return `the signer has keys for ${held?.chain ?? 'nothing'}, and ${chainName} is ${settings.chain}`;
  }
  if (
    settings.usdtContract !== undefined &&
    'usdtContract' in held &&
    !isSame(settings.usdtContract, held.usdtContract)
  ) {
    return `EVM_USDT_CONTRACT is ${settings.usdtContract}, and the signer pays ${held.usdtContract}`;
  }
  if (settings.accountKey !== null && settings.accountKey !== held.extendedPublicKey) {
    return `${prefix}_ACCOUNT_KEY is not the signer's: it would not find what is paid to its addresses`;
  }
  return null;
}

interface AccountKey {
  accountKey: string;
  masterFingerprint: number;
}

/**
 * Keys of the generations of the seed after the first, up to the one that the signer's journal calls current; or in words why nothing
 * may be derived. Two people begin a generation here, and the signer never goes back to an earlier one.
 */
export function laterKeysOf(
  network: Network,
  info: SignerInfo | null,
  { begun, used }: KnownGenerations,
): { later: AccountKey[] } | { disagrees: string } {
  if (info === null)
    return used === 0 ? { later: [] } : { disagrees: 'the signer, whose current keys are needed, does not respond' };
  const { generation = 0, later = [] } = info;
  if (generation < used)
    return {
      disagrees: `the signer uses generation ${generation} of the seed, and ${used} was in use: restore its journal`,
    };
  const keys: AccountKey[] = [];
  for (const [at, known] of later.slice(0, generation).entries()) {
    const side = network === 'BITCOIN' ? known.bitcoin : known.erc20;
    const expected = begun[at];
    if (!expected)
      return {
        disagrees: `the signer uses generation ${at + 1} of the seed, ${seedFingerprint(known.publicKeys)}: begin it with keys:begin`,
      };
    if (!side || !expected.includes(side.extendedPublicKey))
      return { disagrees: `generation ${at + 1} of the signer's seed is not the one that was begun here` };
    keys.push({
      accountKey: side.extendedPublicKey,
      masterFingerprint: (network === 'BITCOIN' && known.bitcoin?.fingerprint) || 0,
    });
  }
  return keys.length === generation
    ? { later: keys }
    : { disagrees: `the signer does not show the keys of generation ${generation}` };
}

/** The case of a contract's address is a checksum. */
const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
