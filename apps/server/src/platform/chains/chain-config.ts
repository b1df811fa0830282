import { join } from 'node:path';
import type { Network } from '@lode/chain';
import { type BitcoinChainName, isBitcoinChain } from '@lode/chain-bitcoin';
import { signerLocation } from '@lode/signing';
import { type Config, ConfigError } from '../config/config.ts';
import { environmentReader, type Variables } from '../config/variables.ts';

/** Reorganisations up to so many blocks are followed; confirmations stay below it. */
export const followedDepth: Record<Network, number> = { BITCOIN: 144, ERC20: 256 };

export const chainVariables = {
  BITCOIN_RPC_URL: {
    otherwise: 'the demo starts a node; else the network is closed',
    summary:
      'the Bitcoin node to follow, https://user:pass@host:port, http on this machine; in demo mode of a test chain only',
    isSecret: true,
  },
  BITCOIN_SECOND_RPC_URL: {
    otherwise: 'large deposits wait; the demo takes the word of one node',
    summary: 'another Bitcoin node, of another operator: it must have a large deposit before it is credited',
    isSecret: true,
  },
  BITCOIN_CHAIN: { otherwise: 'main; regtest in demo mode', summary: 'main, test, testnet4, signet or regtest' },
  BITCOIN_CONFIRMATIONS: { default: '3', summary: 'blocks that make a deposit final, its own included' },
  BITCOIN_ACCOUNT_KEY: {
    otherwise: 'the signer is asked',
    summary: 'extended public key of deposit addresses, for a server that does not reach its signer',
  },
  BITCOIN_FEE_CAP_SAT_VB: { default: '200', summary: 'the highest fee rate of a payment' },
  NETWORK_DAY_CHAIN: { default: 'main', summary: 'network days are read from a Bitcoin node of this chain only' },
  EVM_RPC_URL: {
    otherwise: 'the demo starts a node; else the network is closed',
    summary: 'the Ethereum node to follow; in demo mode of a test chain only',
    isSecret: true,
  },
  EVM_SECOND_RPC_URL: { otherwise: 'as BITCOIN_SECOND_RPC_URL', summary: 'another Ethereum node', isSecret: true },
  EVM_CHAIN_ID: { otherwise: '1; 31337 in demo mode', summary: 'the chain that the node must be on' },
  EVM_USDT_CONTRACT: { otherwise: "the demo's", summary: 'address of the USDT contract; needed with EVM_RPC_URL' },
  EVM_CONFIRMATIONS: { default: '30', summary: 'blocks that make a deposit final, its own included' },
  EVM_ACCOUNT_KEY: { otherwise: 'the signer is asked', summary: 'as BITCOIN_ACCOUNT_KEY, for Ethereum' },
} as const satisfies Variables;

export interface BitcoinNodeConfig {
  url: string;
  chain: BitcoinChainName;
}

export interface EvmNodeConfig {
  url: string;
  chainId: number;
  usdtContract: string;
}

export interface ChainConfig {
  /** The chain whose addresses are shown, also while no node is configured. */
  bitcoinChain: BitcoinChainName;
  /** Null: none is given. In the demo its own nodes are then looked for. */
  bitcoin: BitcoinNodeConfig | null;
  evm: EvmNodeConfig | null;
  /** Nodes that are asked for large deposits as well. */
  second: { BITCOIN: BitcoinNodeConfig | null; ERC20: EvmNodeConfig | null };
  confirmations: Record<Network, number>;
  /** Extended public keys; null: the signer is asked for its own. */
  accountKeys: Record<Network, string | null>;
  feeCapSatVb: number;
  /** Network days are read from a node of this chain only. */
  networkDayChain: string;
  signer: ReturnType<typeof signerLocation>;
  /** Where the demo says which nodes it has started; null outside demo mode. */
  demoNodesFile: string | null;
}

/** What a demo's own chains are, and what is taken for granted of nodes that a demo is given. */
const demo = { chain: 'regtest', chainId: '31337', usdtContract: '0x5FbDB2315678afecb367f032d93F642f64180aa3' };
const publicChains = { chain: 'main', chainId: '1' };

export function loadChainConfig({ environment, mode, dataDir }: Config): ChainConfig {
  const given = environmentReader(chainVariables, environment);
  const isDemo = mode !== 'production';
  const usual = isDemo ? demo : publicChains;
  const chain = given('BITCOIN_CHAIN') ?? usual.chain;
  if (!isBitcoinChain(chain))
    throw new ConfigError(`BITCOIN_CHAIN=${chain}: give main, test, testnet4, signet or regtest`);
  const chainId = whole('EVM_CHAIN_ID', given('EVM_CHAIN_ID') ?? usual.chainId, 2 ** 53 - 1);
  if (isDemo && (chain === 'main' || chainId === 1)) throw new ConfigError('demo mode takes nodes of test chains only');
  const bitcoinUrl = nodeUrl('BITCOIN_RPC_URL', given('BITCOIN_RPC_URL'));
  const evmUrl = nodeUrl('EVM_RPC_URL', given('EVM_RPC_URL'));
  const secondBitcoinUrl = secondUrl('BITCOIN_SECOND_RPC_URL', given('BITCOIN_SECOND_RPC_URL'), bitcoinUrl);
  const secondEvmUrl = secondUrl('EVM_SECOND_RPC_URL', given('EVM_SECOND_RPC_URL'), evmUrl);
  const usdtContract = given('EVM_USDT_CONTRACT') ?? (isDemo ? demo.usdtContract : null);
  if (evmUrl && usdtContract === null) throw new ConfigError('EVM_RPC_URL is given without EVM_USDT_CONTRACT');
  if (usdtContract !== null && !/^0x[0-9a-fA-F]{40}$/.test(usdtContract)) {
    throw new ConfigError(`EVM_USDT_CONTRACT=${usdtContract} is no address`);
  }
  return {
    bitcoinChain: chain,
    bitcoin: bitcoinUrl === null ? null : { url: bitcoinUrl, chain },
    evm: evmUrl === null || usdtContract === null ? null : { url: evmUrl, chainId, usdtContract },
    second: {
      BITCOIN: secondBitcoinUrl === null ? null : { url: secondBitcoinUrl, chain },
      ERC20: secondEvmUrl === null || usdtContract === null ? null : { url: secondEvmUrl, chainId, usdtContract },
    },
    confirmations: {
      BITCOIN: whole('BITCOIN_CONFIRMATIONS', given('BITCOIN_CONFIRMATIONS'), followedDepth.BITCOIN - 1),
      ERC20: whole('EVM_CONFIRMATIONS', given('EVM_CONFIRMATIONS'), followedDepth.ERC20 - 1),
    },
    accountKeys: { BITCOIN: given('BITCOIN_ACCOUNT_KEY'), ERC20: given('EVM_ACCOUNT_KEY') },
    networkDayChain: given('NETWORK_DAY_CHAIN'),
    feeCapSatVb: whole('BITCOIN_FEE_CAP_SAT_VB', given('BITCOIN_FEE_CAP_SAT_VB'), 10_000),
    signer: signerLocation(environment, dataDir),
    demoNodesFile: isDemo ? demoNodesFile(dataDir) : null,
  };
}

/** Whether the configured chain of a network moves real money. */
export function isPublicNetwork({ bitcoin, evm }: Pick<ChainConfig, 'bitcoin' | 'evm'>) {
  return (network: Network): boolean => (network === 'BITCOIN' ? bitcoin?.chain === 'main' : evm?.chainId === 1);
}

/** Written by the demo's starter when its nodes are up. */
export function demoNodesFile(dataDir: string): string {
  return join(dataDir, 'demo-nodes.json');
}

function whole(name: string, text: string, largest: number): number {
  const value = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value <= largest)) throw new ConfigError(`${name}=${text}: give a whole number from 1 to ${largest}`);
  return value;
}

function nodeUrl(name: string, text: string | null): string | null {
  if (text === null) return null;
  const isUrl = URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
  // The address is not repeated: it holds the password.
  if (!isUrl) throw new ConfigError(`${name} is no http address of a node`);
  return text;
}

/** One node asked twice would agree with itself, and so would one operator's two accounts. */
function secondUrl(name: string, text: string | null, first: string | null): string | null {
  const url = nodeUrl(name, text);
  if (url === null || first === null || new URL(url).host !== new URL(first).host) return url;
  throw new ConfigError(`${name} is the first node again: give one of another operator`);
}
