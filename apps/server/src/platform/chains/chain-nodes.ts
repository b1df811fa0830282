import { readFile, rm } from 'node:fs/promises';
import type { ChainAdapter, Network } from '@lode/chain';
import { BitcoinChain, isBitcoinChain } from '@lode/chain-bitcoin';
import { evmAdapter } from '@lode/chain-evm';
import { type SignerClient, type SignerInfo, signerClient } from '@lode/signing';
import type { Config } from '../config/config.ts';
import { type AddressOfKey, addressOfKey } from './address-of-key.ts';
import {
  type BitcoinNodeConfig,
  type ChainConfig,
  demoNodesFile,
  type EvmNodeConfig,
  followedDepth,
} from './chain-config.ts';
import type { KnownGenerations } from './key-generations.ts';
import { disagreement, laterKeysOf, type NetworkSettings } from './signer-agreement.ts';

/** How long the signer's answer about itself holds. */
const signerInfoMs = 60_000;

export const networks = ['BITCOIN', 'ERC20'] as const satisfies readonly Network[];

/** Why a chain cannot be had. */
export interface Closed {
  closed: string;
  /** It is only a matter of time. */
  isStarting?: boolean;
}

/** The chains of the product, opened when they are first needed: a node may come later than the server. */
export interface ChainNodes {
  /** The chain, or in words why there is none yet. */
  readonly open: (network: Network) => Promise<ChainAdapter | Closed>;
  /** Must agree before a large deposit is credited, and before an amount returns; null or absent where none is configured. */
  readonly openSecond?: (network: Network) => Promise<ChainAdapter | Closed | null>;
  /** Needs no node. */
  readonly addressOf: AddressOfKey;
  readonly confirmations: (network: Network) => number;
  /** How deep a reorganisation may be that the watcher follows by itself. */
  readonly depth: (network: Network) => number;
  /** The demo's own node, which may be asked for money out of nothing; null for any other. */
  readonly demoNode: (network: Network) => Promise<DemoNode | null>;
}

/** A node that the demo has started for itself. */
export interface DemoNode {
  url: string;
  usdtContract: string | null;
}

interface DemoNodes {
  BITCOIN: BitcoinNodeConfig | Closed;
  ERC20: EvmNodeConfig | Closed;
}

export function isClosed(chain: ChainAdapter | Closed): chain is Closed {
  return 'closed' in chain;
}

/** What a start before has written is no longer so. */
export async function forgetDemoNodes({ dataDir }: Config): Promise<void> {
  await rm(demoNodesFile(dataDir), { force: true });
}

export function chainNodes(
  config: ChainConfig,
  signer: Pick<SignerClient, 'info'> = signerClient({ ...config.signer, timeoutMs: 2_000 }),
  /** Absent: only the first generation of the seed is known. */
  readGenerations: () => Promise<KnownGenerations> = async () => ({ begun: [], used: 0 }),
): ChainNodes {
  const opened = new Map<string, { name: string; chain: ChainAdapter }>();
  let about: { info: SignerInfo; at: number } | null = null;

  async function demoNodes(): Promise<DemoNodes | null> {
    if (config.demoNodesFile === null) return null;
    const text = await readFile(config.demoNodesFile, 'utf8').catch(() => null);
    return text === null ? null : (JSON.parse(text) as DemoNodes);
  }

  async function nodeOf<Name extends Network>(network: Name): Promise<DemoNodes[Name]> {
    const given = network === 'BITCOIN' ? config.bitcoin : config.evm;
    if (given) return given as DemoNodes[Name];
    if (config.demoNodesFile === null) {
      return { closed: `${network === 'BITCOIN' ? 'BITCOIN' : 'EVM'}_RPC_URL is not set` } as DemoNodes[Name];
    }
    return (await demoNodes())?.[network] ?? { closed: 'the demo has not started its node yet', isStarting: true };
  }

  /** Asked again now and then: the signer may have been started with another policy. */
  async function signerInfo(isNeeded: boolean): Promise<SignerInfo | null> {
    if (about !== null && performance.now() - about.at < signerInfoMs) return about.info;
    try {
      about = { info: await signer.info(), at: performance.now() };
    } catch (error) {
      if (about === null && isNeeded) throw error;
    }
    return about?.info ?? null;
  }

  /** Throws while the signer has other keys, another chain or another contract. */
  async function accountKey(
    network: Network,
    settings: Omit<NetworkSettings, 'accountKey'>,
  ): Promise<{ key: string; fingerprint: number; later: { accountKey: string; masterFingerprint: number }[] }> {
    const given = config.accountKeys[network];
    const info = await signerInfo(given === null);
    const reason = info && disagreement(network, { ...settings, accountKey: given }, info);
    if (reason) {
      about = null;
      throw new Error(reason);
    }
    const found = laterKeysOf(network, info, await readGenerations());
    if ('disagrees' in found) {
      about = null;
      throw new Error(found.disagrees);
    }
    const side = network === 'BITCOIN' ? info?.bitcoin : info?.erc20;
    if (given !== null || !side) return { key: given ?? '', fingerprint: 0, ...found };
    return { key: side.extendedPublicKey, fingerprint: 'fingerprint' in side ? side.fingerprint : 0, ...found };
  }

  async function bitcoin({ url, chain }: BitcoinNodeConfig, place: string): Promise<ChainAdapter> {
    if (!isBitcoinChain(chain)) throw new Error(`${String(chain)} is no chain of Bitcoin`);
    const { key, fingerprint, later: laterKeys } = await accountKey('BITCOIN', { chain });
    const keys = { accountKey: key, masterFingerprint: fingerprint, laterKeys };
    const options = { url, chain, ...keys, feeCap: config.feeCapSatVb };
    return kept(place, options, () => new BitcoinChain(options));
  }

  async function erc20({ url: rpcUrl, chainId, usdtContract }: EvmNodeConfig, place: string): Promise<ChainAdapter> {
    const { key: extendedPublicKey, later } = await accountKey('ERC20', { chain: String(chainId), usdtContract });
    const laterKeys = later.map((one) => one.accountKey);
    const options = { rpcUrl, chainId, usdtContract, extendedPublicKey, laterKeys };
    return kept(place, options, () => evmAdapter(options));
  }

  function kept(place: string, options: object, make: () => ChainAdapter): ChainAdapter {
    const name = JSON.stringify(options);
    const known = opened.get(place);
    if (known?.name === name) return known.chain;
    const chain = make();
    opened.set(place, { name, chain });
    return chain;
  }

  /** One adapter is kept for each place: the usual node of a network, and the second. */
  async function openAt(
    place: string,
    network: Network,
    find: () => Promise<BitcoinNodeConfig | EvmNodeConfig | Closed>,
  ): Promise<ChainAdapter | Closed> {
    try {
      const node = await find();
      if ('closed' in node) return node;
      return await (network === 'BITCOIN'
        ? bitcoin(node as BitcoinNodeConfig, place)
        : erc20(node as EvmNodeConfig, place));
    } catch (error) {
      return { closed: error instanceof Error ? error.message : String(error) };
    }
  }

  return {
    open: (network) => openAt(network, network, () => nodeOf(network)),
    async openSecond(network) {
      const node = config.second[network];
      return node === null ? null : openAt(`second ${network}`, network, async () => node);
    },
    addressOf: addressOfKey(config),
    confirmations: (network) => config.confirmations[network],
    depth: (network) => followedDepth[network],
    async demoNode(network) {
      if (network === 'BITCOIN' ? config.bitcoin : config.evm) return null;
      const node = (await demoNodes())?.[network];
      if (!node || 'closed' in node) return null;
      return { url: node.url, usdtContract: 'usdtContract' in node ? node.usdtContract : null };
    },
  };
}
