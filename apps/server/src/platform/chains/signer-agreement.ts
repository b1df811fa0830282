import type { Network } from '@lode/chain';
import type { SignerInfo } from '@lode/signing';

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

/** The case of a contract's address is a checksum. */
const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
