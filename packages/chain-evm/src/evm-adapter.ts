import {
  type Block,
  type ChainAdapter,
  type ChainIdentity,
  type ChainSum,
  ChainUnavailable,
  type OwnAddress,
  WrongChain,
} from '@lode/chain';
import { addressOfKey, checkEvmAddress, keyOfAddress } from './address.ts';
import { sendPayment } from './broadcast.ts';
import { type BuildContext, buildPayment, bumpPayment, decodePayment, etherSum, type GasBounds } from './build.ts';
import { type FeeBounds, feeRateNow } from './fees.ts';
import { finishPayment } from './finish.ts';
import { jsonRpc, NodeRefusal, type RpcOptions } from './json-rpc.ts';
import { type EvmNode, evmNode } from './node.ts';
import { addressesOfGenerations } from './own-address.ts';
import { scanBlock } from './scan.ts';
import { statusOf } from './status.ts';
import { usdtDecimals } from './token.ts';

export interface EvmOptions {
  rpcUrl: string;
  chainId: number;
  /** Hash of block 0, where it is known beforehand: another chain may carry the same id. */
  genesis?: string;
  /** The one contract whose transfers count. */
  usdtContract: string;
  /** Extended public key of the account m/44'/60'/0'. */
  extendedPublicKey: string;
  /** The same of later generations of the seed, in their order: the last one is the current one. */
  laterKeys?: readonly string[];
  fees?: FeeBounds;
  gas?: GasBounds;
  timeoutMs?: number;
  maxBytes?: number;
}

const gwei = 10n ** 9n;

/** From the price on a quiet chain to one above the worth of a USDT payment. */
export const defaultFeeBounds: FeeBounds = { floor: gwei / 10n, cap: 300n * gwei };

/**
 * A transfer of USDT uses 35,000 to 65,000 gas on the main net, a first one to an address the most: the floor holds also where a
 * receiver moves its last USDT away after the estimate.
 */
export const defaultGasBounds: GasBounds = { floor: 100_000n, cap: 150_000n };

/** The chains whose first block is known. */
const genesisOf: Record<number, string> = {
  1: '0xd4e56740f876aef8c010b86a40d5f56745a118d0906a34e69aec8c0db1cb8fa3',
  11155111: '0x25a5cc106eea7138acab33231d7160d69cb777ee0c2c553fcddf5138993e6dd9',
};

const holdingsAtOnce = 50;

/** USDT as an ERC-20 token, over a node's JSON-RPC. It never sees a private key. */
export function evmAdapter(options: EvmOptions): ChainAdapter {
  const rpcOptions: RpcOptions = {
    url: options.rpcUrl,
    timeoutMs: options.timeoutMs ?? 15_000,
    maxBytes: options.maxBytes ?? 32 * 1024 * 1024,
  };
  const node = evmNode(jsonRpc(rpcOptions));
  const usdt = keyOfAddress(options.usdtContract);
  const { fees = defaultFeeBounds, laterKeys = [] } = options;
  const context: BuildContext = { node, usdt, fees, chainId: options.chainId, gas: options.gas ?? defaultGasBounds };
  const refusedReceivers = new Set([usdt]);
  const identify = identification(node, usdt, options);

  return {
    network: 'ERC20',
    chain: `${options.chainId}`,
    coins: ['USDT'],
    feeCoin: 'ETH',
    identify: () => answered(identify()),
    tip: () => answered(tipOf(node)),
    blockAt: (height) => answered(node.block(height)),
    blockByHash: (hash) => answered(blockByHash(node, hash)),
    scan: (height, watched) => answered(scanBlock(node, usdt, height, watched)),
    checkAddress: (text) => checkEvmAddress(text, refusedReceivers),
    generation: laterKeys.length,
    ownAddress: addressesOfGenerations([options.extendedPublicKey, ...laterKeys]),
    addressOf: addressOfKey,
    feeRate: () => answered(feeRateNow(node, fees)),
    build: (order) => answered(buildPayment(context, order)),
    async bump(previous, rate, maxFee) {
      if (rate.unit !== 'WEI_PER_GAS') throw new Error('the EVM pays by wei per gas');
      return bumpPayment(fees, previous, rate, maxFee);
    },
    decodeUnsigned: (payload, from) => decodePayment(usdt, payload, from.key),
    finish: finishPayment,
    broadcast: (signed) => answered(sendPayment(node, signed)),
    status: (sent) => answered(statusOf(node, usdt, sent)),
    holdings: (addresses) => answered(holdings(node, usdt, addresses)),
    nonces: (key) => answered(nonces(node, key)),
  };
}

/** An unexpected refusal means that the node cannot serve. */
async function answered<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof NodeRefusal) throw new ChainUnavailable('ERC20', 'refused', error);
    throw error;
  }
}

function identification(node: EvmNode, usdt: string, { chainId, genesis }: EvmOptions): () => Promise<ChainIdentity> {
  const expected = genesis?.toLowerCase() ?? genesisOf[chainId];
  let isTokenSeen = false;
  return async () => {
    const found = await node.identity();
    if (found.chainId !== chainId) throw new WrongChain('ERC20', `chain ${chainId}`, `chain ${found.chainId}`);
    if (expected && found.genesis !== expected) throw new WrongChain('ERC20', `genesis ${expected}`, found.genesis);
    if (!isTokenSeen) {
      const decimals = await node.tokenDecimals(usdt);
      const token = `a token of ${usdtDecimals} decimals at ${addressOfKey(usdt)}`;
      if (decimals !== usdtDecimals) throw new WrongChain('ERC20', token, decimals === null ? 'none' : `${decimals}`);
      isTokenSeen = true;
    }
    return { network: 'ERC20', chain: `${chainId}`, genesis: found.genesis };
  };
}

async function tipOf(node: EvmNode): Promise<Block> {
  const tip = await node.block('latest');
  if (!tip) throw new ChainUnavailable('ERC20', 'malformed', 'a chain without a block');
  return tip;
}

async function blockByHash(node: EvmNode, hash: string): Promise<(Block & { isOnBestChain: boolean }) | null> {
  const block = await node.blockByHash(hash);
  if (!block) return null;
  const best = await node.block(block.height);
  return { ...block, isOnBestChain: best?.hash === block.hash };
}

async function holdings(node: EvmNode, usdt: string, addresses: readonly OwnAddress[]): Promise<ChainSum[]> {
  const { height } = await tipOf(node);
  let [token, wei] = [0n, 0n];
  for (let from = 0; from < addresses.length; from += holdingsAtOnce) {
    const keys = addresses.slice(from, from + holdingsAtOnce).map(({ key }) => key);
    const found = await node.holdings(usdt, keys, height);
    token += found.usdt;
    wei += found.wei;
  }
  return [{ coin: 'USDT', atomic: token, decimals: usdtDecimals }, etherSum(wei)];
}

async function nonces(node: EvmNode, key: string): Promise<{ confirmed: number; pending: number }> {
  const [confirmed, pending] = [await node.nonce(key, 'latest'), await node.nonce(key, 'pending')];
  return { confirmed, pending: Math.max(confirmed, pending) };
}
