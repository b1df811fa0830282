/** Published vectors: EIP-1559 as Besu and ethereumjs sign it, BIP32/BIP44 as every development wallet derives it. */
import { HDKey } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { keyOfAddress } from './address.ts';
import { finishPayment } from './finish.ts';
import { evmKeys, signUnsigned } from './keys.ts';
import { ownAddresses } from './own-address.ts';
import { testSeed } from './testing/harness.ts';
import { readUnsigned, writeUnsigned } from './transaction.ts';

describe('EIP-1559', () => {
  const privateKey = '0x8f2a55949038a9610f50fb23b5883af3b4ecb3c3bb792cbcefbd1542c692be63';
  const sender = keyOfAddress('0xfe3b557e8fb62b89f4916b721be55ceb828dbd73');
  const to = keyOfAddress('0x000000000000000000000000000000000000aaaa');

  it.each([
    [
      819,
      43_203_529n,
      35_552n,
      75_853n,
      121_212n,
      '02f870821e8e8203338301284d8301d97c828ae094000000000000000000000000000000000000aaaa8402933bc980c080a0d067f2167008c59219652f91cbf8788dbca5f771f6e91e2b7657e85b78b472e0a01d305af9fe81fdba43f0dfcd400ed24dcace0a7e30d4e85701dcaaf484cd079e',
    ],
    [
      353,
      61_901_619n,
      32_593n,
      38_850n,
      136_295n,
      '02f86f821e8e8201618297c283021467827f5194000000000000000000000000000000000000aaaa8403b08b3380c001a004205678f13fc1d7b10feea6513dfa76e24418b6e08097d95c6f93a3b64e536da01d45ad61bfece43862de2cce7d2575a8c1d08c26c87f3cb5f26d7b0be54a91b2',
    ],
    [
      985,
      32_531_825n,
      68_541n,
      66_377n,
      136_097n,
      '02f871821e8e8203d983010349830213a183010bbd94000000000000000000000000000000000000aaaa8401f0657180c001a0e6d23c5ecc0f388a4d41a9523c3ad171e98083a61288c340b968dfe0903a6741a07319e8d54a4fd8f0c081d3ce093d869f9df598481991c8534bfd8f2c163884b4',
    ],
    [
      119,
      65_456_115n,
      62_341n,
      24_721n,
      107_729n,
      '02f86d821e8e778260918301a4d182f38594000000000000000000000000000000000000aaaa8403e6c7f380c001a0e38e239770801eb995498c821e55ac9c19ae09184bb27b34be105e02fe3b7615a067c64ca6bd6d9107e85fd581ab2e70a14b637eb36505bb40861ef9d6e800cab6',
    ],
  ])('nonce %i', async (nonce, value, gasLimit, maxPriorityFee, maxFee, signed) => {
    const payload = writeUnsigned({ chainId: 7822, nonce, to, value, data: '0x', gasLimit, maxFee, maxPriorityFee });
    expect(await signUnsigned(privateKey, payload)).toBe(`0x${signed}`);
    const unsigned = {
      format: 'EIP1559' as const,
      payload,
      outpoints: [`0x${sender}:${nonce}`],
      to,
      coin: 'ETH' as const,
      amount: value,
      fee: { coin: 'ETH' as const, atomic: gasLimit * maxFee, decimals: 18 },
      rate: { unit: 'WEI_PER_GAS' as const, maxFee, maxPriorityFee },
      change: null,
    };
    expect(finishPayment(unsigned, `0x${signed}`).bytes).toBe(`0x${signed}`);
    // The signature of another account, and of the same one for another nonce.
    expect(() => finishPayment({ ...unsigned, outpoints: [`0x${to}:${nonce}`] }, `0x${signed}`)).toThrow(
      'paying account',
    );
    expect(() => finishPayment({ ...unsigned, outpoints: [`0x${sender}:${nonce + 1}`] }, `0x${signed}`)).toThrow(
      'paying account',
    );
    expect(() => finishPayment(unsigned, `0x${signed}00`)).toThrow();
    expect(() => finishPayment(unsigned, `0x${signed}${'00'.repeat(1_000_000)}`)).toThrow('longer than');
  });

  it('an unsigned text that is not the one canonical form is refused', () => {
    const payload = writeUnsigned({
      chainId: 1,
      nonce: 1,
      to,
      value: 0n,
      data: '0x',
      gasLimit: 21_000n,
      maxFee: 9n,
      maxPriorityFee: 1n,
    });
    expect(readUnsigned(payload).nonce).toBe(1);
    for (const bad of [
      payload.toUpperCase(),
      `${payload}00`,
      payload.slice(0, -2),
      payload.replace('0x02', '0x01'),
      '0x02',
      '',
    ]) {
      expect(() => readUnsigned(bad), bad).toThrow();
    }
  });
});

describe('BIP44', () => {
  it('derives the well-known addresses of the test phrase', () => {
    const own = ownAddresses(evmKeys(testSeed).extendedPublicKey);
    expect([0, 1, 2].map((index) => own('customer', index).address)).toEqual([
      '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
    ]);
    expect(own('house', 0).key).not.toBe(own('customer', 0).key);
  });

  it('derives from the public key of the account and from nothing else', () => {
    const master = HDKey.fromMasterSeed(testSeed);
    const account = master.derive("m/44'/60'/0'");
    expect(() => ownAddresses(account.privateExtendedKey)).toThrow('xpub');
    expect(() => ownAddresses(master.publicExtendedKey)).toThrow('must stand at');
    expect(() => ownAddresses(`${account.publicExtendedKey.slice(0, -1)}1`)).toThrow();
    const own = ownAddresses(account.publicExtendedKey);
    for (const index of [-1, 0.5, 2 ** 31, Number.NaN]) expect(() => own('customer', index)).toThrow('no address');
  });
});
