// Server and signer are set up at two machines: a server that follows another chain or contract than the signer pays opens nothing.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningSigner, startSigner } from '../../testing/running-signer.ts';
import { loadConfig } from '../config/config.ts';
import { loadChainConfig } from './chain-config.ts';
import { chainNodes, isClosed } from './chain-nodes.ts';

let signer: RunningSigner;
let extendedPublicKey: string;
beforeAll(async () => {
  signer = await startSigner();
  extendedPublicKey = (await signer.client.info()).erc20?.extendedPublicKey ?? '';
});
afterAll(() => signer.stop());

const contract = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const another = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const nodesOf = (environment: Record<string, string>) => {
  const urls = { EVM_RPC_URL: 'http://127.0.0.1:1', BITCOIN_RPC_URL: 'http://u:p@127.0.0.1:1' };
  return chainNodes(loadChainConfig(loadConfig({ DEMO: '1', DATA_DIR: signer.dataDir, ...urls, ...environment })));
};

/** Why a network is closed; null when it is open. */
async function reason(network: 'BITCOIN' | 'ERC20', environment: Record<string, string>): Promise<string | null> {
  const chain = await nodesOf(environment).open(network);
  return isClosed(chain) ? chain.closed : null;
}

describe('the settings of the server', () => {
  it('open both networks when they are the signer’s', async () => {
    expect(await reason('BITCOIN', {})).toBeNull();
    expect(await reason('ERC20', {})).toBeNull();
    expect(await reason('ERC20', { EVM_USDT_CONTRACT: contract.toLowerCase() })).toBeNull();
    expect(await reason('ERC20', { EVM_ACCOUNT_KEY: extendedPublicKey })).toBeNull();
  });

  it.each([
    ['ERC20', { EVM_USDT_CONTRACT: another }, `EVM_USDT_CONTRACT is ${another}, and the signer pays ${contract}`],
    ['ERC20', { EVM_CHAIN_ID: '11155111' }, 'the signer has keys for 31337, and EVM_CHAIN_ID is 11155111'],
    ['BITCOIN', { BITCOIN_CHAIN: 'signet' }, 'the signer has keys for regtest, and BITCOIN_CHAIN is signet'],
    ['BITCOIN', { BITCOIN_ACCOUNT_KEY: 'tpubOther' }, 'BITCOIN_ACCOUNT_KEY is not the signer'],
  ] as const)('close %s with %o, and say what differs', async (network, environment, words) => {
    expect(await reason(network, environment)).toContain(words);
    const other = network === 'ERC20' ? 'BITCOIN' : 'ERC20';
    expect(await reason(other, environment)).toBeNull();
  });

  it('with another contract stay closed when a key is given in place of the signer’s', async () => {
    const environment = { EVM_USDT_CONTRACT: another, EVM_ACCOUNT_KEY: extendedPublicKey };
    expect(await reason('ERC20', environment)).toContain('the signer pays');
  });
});
