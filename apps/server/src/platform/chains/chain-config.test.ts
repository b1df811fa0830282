// Which chains the product will follow is decided by the environment, and a wrong one is refused before anything starts.
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../config/config.ts';
import { loadChainConfig } from './chain-config.ts';

const contract = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const read = (environment: Record<string, string>) =>
  loadChainConfig(loadConfig({ DATA_DIR: '/data', ...environment }));
const production = { DEMO: '0', DATABASE_URL: 'postgres://lode@127.0.0.1/lode' };

describe('the chains of the environment', () => {
  it('are the public ones in production, and none without a node', () => {
    expect(read(production)).toMatchObject({ bitcoin: null, evm: null, demoNodesFile: null });
    const given = {
      BITCOIN_RPC_URL: 'https://u:p@node:8332',
      EVM_RPC_URL: 'https://node',
      EVM_USDT_CONTRACT: contract,
    };
    expect(read({ ...production, ...given })).toMatchObject({
      bitcoin: { url: 'https://u:p@node:8332', chain: 'main' },
      evm: { url: 'https://node', chainId: 1, usdtContract: contract },
      confirmations: { BITCOIN: 3, ERC20: 30 },
    });
  });

  it('are test chains in the demo, its own where none is given', () => {
    expect(read({})).toMatchObject({ bitcoin: null, evm: null, demoNodesFile: '/data/demo-nodes.json' });
    expect(read({ BITCOIN_RPC_URL: 'http://node' }).bitcoin).toEqual({ url: 'http://node', chain: 'regtest' });
    expect(read({ EVM_RPC_URL: 'http://node' }).evm?.chainId).toBe(31_337);
  });

  it.each([
    [{ BITCOIN_CHAIN: 'main' }, 'test chains only'],
    [{ EVM_CHAIN_ID: '1' }, 'test chains only'],
    [{ BITCOIN_CHAIN: 'dogecoin' }, 'BITCOIN_CHAIN=dogecoin'],
    [{ BITCOIN_RPC_URL: 'node:8332' }, 'BITCOIN_RPC_URL is no http address'],
    [{ EVM_USDT_CONTRACT: '0x12' }, 'EVM_USDT_CONTRACT=0x12'],
    [{ BITCOIN_CONFIRMATIONS: '0' }, 'BITCOIN_CONFIRMATIONS=0'],
    [{ BITCOIN_CONFIRMATIONS: '144' }, 'from 1 to 143'],
    [{ EVM_CONFIRMATIONS: '1.5' }, 'EVM_CONFIRMATIONS=1.5'],
    [{ ...production, EVM_RPC_URL: 'https://node' }, 'without EVM_USDT_CONTRACT'],
    [
      { BITCOIN_RPC_URL: 'http://a:b@node:8332', BITCOIN_SECOND_RPC_URL: 'http://c:d@NODE:8332/' },
      'BITCOIN_SECOND_RPC_URL is the first node again',
    ],
    [
      { EVM_RPC_URL: 'https://node.example/v3/one', EVM_SECOND_RPC_URL: 'https://node.example/v3/two' },
      'EVM_SECOND_RPC_URL is the first node again',
    ],
  ])('are refused: %j', (environment, words) => {
    expect(() => read(environment as Record<string, string>)).toThrow(words);
  });

  it('take a second node of another host or port', () => {
    const urls = { BITCOIN_RPC_URL: 'http://node:8332', BITCOIN_SECOND_RPC_URL: 'http://node:8432' };
    expect(read(urls).second.BITCOIN?.url).toBe('http://node:8432');
  });

  it('never repeat a password', () => {
    expect(() => read({ EVM_RPC_URL: 'ftp://user:secret@node' })).toThrow(/^(?!.*secret)/);
  });
});
