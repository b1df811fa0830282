import { BitcoinChain } from '@lode/chain-bitcoin';
import { decodePsbt, type SigningAccount, signingAccount, signPsbt } from '@lode/chain-bitcoin/keys';
import { takeTurns } from '../lib/rounds.ts';

/**
 * What a signature costs the signer apart from the approvals and the journal: decoded to be judged, decoded again and signed. The
 * control derives each key whenever it is needed.
 */
export async function signingCost(): Promise<{ ours: readonly number[]; control: readonly number[] }> {
  const account = signingAccount(new Uint8Array(64).fill(7), 'regtest');
  const derivesEachTime: SigningAccount = {
    ...account,
    child: (branch, index) => account.account.deriveChild(branch).deriveChild(index),
  };
  const chain = new BitcoinChain({
    url: 'http://no:node@127.0.0.1:1',
    chain: 'regtest',
    accountKey: account.extendedPublicKey,
    masterFingerprint: account.fingerprint,
  });
  const change = chain.ownAddress('house', 0);
  const unsigned = await chain.build({
    to: `0014${'ab'.repeat(20)}`,
    coin: 'BTC',
    amount: 100_000n,
    rate: { unit: 'SAT_PER_KVB', rate: 5_000n },
    source: { kind: 'OUTPUTS', outputs: [{ txid: '1'.repeat(64), index: 0, amount: 500_000n, owner: change }], change },
  });
  chain.close();
  if ('refused' in unsigned) throw new Error(unsigned.refused);
  const signing = (name: string, keys: SigningAccount) => ({
    name,
    run: async (seconds: number) => {
      const start = performance.now();
      let made = 0;
      while (performance.now() - start < seconds * 1000) {
        decodePsbt(unsigned.payload, keys);
        signPsbt(unsigned.payload, keys);
        made += 1;
      }
      return (performance.now() - start) / made;
    },
  });
  const results = await takeTurns([signing('ours', account), signing('control', derivesEachTime)], {
    rounds: 5,
    seconds: 1,
  });
  return { ours: results.get('ours') ?? [], control: results.get('control') ?? [] };
}
