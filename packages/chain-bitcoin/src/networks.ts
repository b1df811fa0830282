/** The chains of Bitcoin, by the names that a node calls them. */
export const bitcoinChains = ['main', 'test', 'testnet4', 'signet', 'regtest'] as const;
export type BitcoinChainName = (typeof bitcoinChains)[number];

export interface NetworkForms {
  /** Human-readable part of segwit addresses. */
  hrp: string;
  /** Version byte of base58check addresses. */
  pubKeyHash: number;
  scriptHash: number;
  /** BIP44 coin type: test networks share one. */
  coinType: 0 | 1;
}

const testForms = { hrp: 'tb', pubKeyHash: 0x6f, scriptHash: 0xc4, coinType: 1 } as const;

export const mainForms: NetworkForms = { hrp: 'bc', pubKeyHash: 0x00, scriptHash: 0x05, coinType: 0 };

const forms: Record<BitcoinChainName, NetworkForms> = {
  main: mainForms,
  test: testForms,
  testnet4: testForms,
  signet: testForms,
  regtest: { ...testForms, hrp: 'bcrt' },
};

export function formsOf(chain: BitcoinChainName): NetworkForms {
  return forms[chain];
}

export function isBitcoinChain(text: string): text is BitcoinChainName {
  return (bitcoinChains as readonly string[]).includes(text);
}
