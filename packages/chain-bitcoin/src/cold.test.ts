// The cold wallet against a real bitcoind: addresses as it derives them, and a payment that two of its wallets sign.
import { hex } from '@scure/base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ColdDescriptor, parseColdDescriptor } from './cold-descriptor.ts';
import { buildRefill, combineRefill } from './cold-psbt.ts';
import { descriptorChecksum } from './descriptor-checksum.ts';
import { TestBitcoind } from './testing/bitcoind.ts';
import { type ColdHolders, createColdHolders } from './testing/cold-holders.ts';

const start = 120_000;
let node: TestBitcoind;
let holders: ColdHolders;
let wallet: ColdDescriptor;

beforeAll(async () => {
  node = await TestBitcoind.start();
  await node.fundPayer();
  holders = await createColdHolders(node);
  wallet = parseColdDescriptor(holders.descriptor, 'regtest');
}, start);
afterAll(() => node?.stop());

describe('descriptors', () => {
  const withChecksum = (body: string): string => `${body}#${descriptorChecksum(body)}`;
  const body = (): string => holders.descriptor.split('#')[0] ?? '';
  const refusalOf = (text: string): string => {
    try {
      parseColdDescriptor(text, 'regtest');
      return 'none';
    } catch (error) {
      return (error as Error).message;
    }
  };

  it('gives the addresses that Bitcoin Core derives', async () => {
    const derived = await node.call('deriveaddresses', [holders.descriptor, [0, 25]]);
    expect(Array.from({ length: 26 }, (_, number) => wallet.addressAt(number).address)).toEqual(derived);
  });

  it('has the checksum of BIP380, and refuses any other', () => {
    expect(descriptorChecksum('raw(deadbeef)')).toBe('89f8spxm');
    expect(withChecksum(body())).toBe(holders.descriptor);
    expect(refusalOf(body())).toContain('ends with #');
    expect(refusalOf(holders.descriptor.replace('/0/*', '/1/*'))).toContain('checksum');
    expect(refusalOf(`${body()}#qqqqqqqq`)).toContain('checksum');
  });

  it.each([
    ['another threshold', (text: string) => text.replace('(2,', '(1,'), 'expected wsh'],
    ['keys in the order of the text', (text: string) => text.replace('sortedmulti', 'multi'), 'expected wsh'],
    ['two holders only', (text: string) => text.replace(/,\[[^,]*\)\)$/, '))'), 'expected wsh'],
    ['a hardened range', (text: string) => text.replace('/0/*', '/0/*h'), 'expected wsh'],
    ['no range', (text: string) => text.replace('/0/*', '/0'), 'expected wsh'],
    ['a key without its origin', (text: string) => text.replace(/\[[^\]]*\]/, ''), 'expected wsh'],
    ['an origin of another depth', (text: string) => text.replace(/\]/, '/1]'), 'which its origin does not lead to'],
    ['a private key', (text: string) => text.replace('tpub', 'tprv'), 'expected wsh'],
    ['a key of another network', (text: string) => text.replace('tpub', 'xpub'), 'expected keys of the form tpub'],
    [
      'a key with one character off',
      (text: string) =>
        text.replace(/(tpub.{20})(.)/, (_, before: string, at: string) => `${before}${at === '1' ? '2' : '1'}`),
      'no extended public key',
    ],
    [
      'one key twice',
      (text: string) => text.replace(/,\[[^,]*,/, `,${/\[[^,]*(?=\)\)$)/.exec(text)?.[0]},`),
      'three holders',
    ],
  ])('refuses %s', (_, change, reason) => {
    expect(refusalOf(withChecksum(change(body())))).toContain(reason);
  });
});

describe('a payment of the cold wallet', () => {
  const to = '0014751e76e8199196d454941c45d1b3a323f1433bd6';
  const amount = 60_000_000n;

  async function proposed() {
    const owner = wallet.addressAt(3);
    const { txid } = await node.pay(owner.address, '1');
    const bytes = await node.text('getrawtransaction', [txid]);
    await node.mine(1);
    const decoded = (await node.call('decoderawtransaction', [bytes])) as { vout: { scriptPubKey: { hex: string } }[] };
    const index = decoded.vout.findIndex(({ scriptPubKey }) => scriptPubKey.hex === owner.key);
    const refill = buildRefill({
      to,
      amount,
      outputs: [{ txid, index, amount: 100_000_000n, owner, bytes }],
      change: wallet.addressAt(4),
      rate: 5_000n,
    });
    if (!refill) throw new Error('not enough');
    return refill;
  }

  it('is signed by two of its holders and mined, and no fee is hidden', { timeout: start }, async () => {
    const refill = await proposed();
    const [one, other] = [await holders.sign(0, refill.payload), await holders.sign(2, refill.payload)];
    const { txid, bytes } = combineRefill(refill.payload, [one, other]);
    expect(txid).toBe(refill.txid);
    const [accepted] = (await node.call('testmempoolaccept', [[bytes]])) as { allowed: boolean; vsize: number }[];
    expect(accepted).toMatchObject({ allowed: true });
    // What was reckoned is what is needed: a byte or two of a signature less at most.
    expect(Number(refill.fee)).toBeGreaterThanOrEqual((accepted?.vsize ?? 0) * 5);
    expect(Number(refill.fee)).toBeLessThan((accepted?.vsize ?? 0) * 5 + 20);
    expect(await node.text('sendrawtransaction', [bytes])).toBe(refill.txid);
    const decoded = (await node.call('decoderawtransaction', [bytes])) as { vout: { value: number }[] };
    expect(decoded.vout[refill.toIndex]?.value).toBe(0.6);
    expect(decoded.vout[refill.change?.index ?? -1]?.value).toBe(Number(refill.change?.amount) / 1e8);
  });

  it('is refused with one signature, the same one twice, or that of a stranger', { timeout: start }, async () => {
    const { payload } = await proposed();
    const one = await holders.sign(0, payload);
    expect(() => combineRefill(payload, [one])).toThrow('1 of 2 signatures');
    expect(() => combineRefill(payload, [one, one])).toThrow('1 of 2 signatures');
    expect(() => combineRefill(payload, [payload, payload])).toThrow('0 of 2 signatures');
    expect(() => combineRefill(payload, [one, 'bm90IGEgUFNCVA=='])).toThrow('no PSBT');
    const strangers = await createColdHolders(node, 'stranger');
    expect(() => combineRefill(payload, [one, one.replace(/./, 'd')])).toThrow('no PSBT');
    // A wallet that has none of the keys adds nothing.
    const untouched = await strangers.sign(1, payload);
    expect(() => combineRefill(payload, [one, untouched])).toThrow('1 of 2 signatures');
  });

  it('is refused when a file pays another receiver or amount', { timeout: start }, async () => {
    const [{ payload }, other] = [await proposed(), await proposed()];
    const files = [await holders.sign(0, other.payload), await holders.sign(1, other.payload)];
    expect(() => combineRefill(payload, files)).toThrow('another transaction');
    expect(() => combineRefill(payload, [files[0] ?? '', payload])).toThrow('another transaction');
    expect(hex.encode(wallet.addressAt(0).witnessScript)).toMatch(/^52(21[0-9a-f]{66}){3}53ae$/);
  });
});
