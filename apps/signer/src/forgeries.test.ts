/**
 * Proves on a real process what a compromised server cannot do with the socket, the secret, approvals of other payments and every
 * public key. Each forged request differs from a valid one in one field; it is refused, and the valid one with the same id is
 * signed afterwards.
 */
import {
  approve,
  createApproverKey,
  openApproverKey,
  type PaymentRequest,
  policyChangeText,
  type Refusal,
  type SignRequest,
  signPolicyChange,
} from '@lode/signing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { receiver, type TestPayments, testPayments } from './testing/payments.ts';
import { passphrase, startSigner, type TestSigner } from './testing/start-signer.ts';

let signer: TestSigner;
let payments: TestPayments;
beforeAll(async () => {
  signer = await startSigner();
  payments = await testPayments(signer);
});
afterAll(async () => {
  payments.bitcoin.close();
  await signer.close();
});

const thief = { BITCOIN: `0014${'ee'.repeat(20)}`, ERC20: 'ee'.repeat(20) };
const dayMs = 24 * 3_600_000;
const now = () => new Date();
type Forge = (good: PaymentRequest) => PaymentRequest | Promise<PaymentRequest>;
const withApprovals = (good: PaymentRequest, approvals: unknown[]): PaymentRequest => ({
  ...good,
  authorization: { kind: 'APPROVALS', approvals: approvals as never },
});
const approvalsOf = ({ authorization }: PaymentRequest) =>
  authorization.kind === 'APPROVALS' ? authorization.approvals : [];
const nextId = (() => {
  let last = 0;
  return () => `withdrawal:${++last}`;
})();

/** What both people sign to remove the other one. */
async function ofKeyChange(hasText: boolean) {
  const { finance, approver } = signer.approvers;
  return Promise.all(
    [finance, approver].map(async ({ name, role, sealedKey }) => {
      const approvedAt = now().toISOString();
      const by = { approver: name, signedAt: approvedAt };
      const concerned = name === finance.name ? approver : finance;
      const action = { action: 'REMOVE', name: concerned.name, role: concerned.role, key: null } as const;
      const change = { id: '0123456789abcdef', askedAt: approvedAt, ...action };
      const { proof } = signPolicyChange(await openApproverKey({ name, sealedKey }, passphrase), by, change);
      return { approver: name, role, approvedAt, ...proof, ...(hasText && { text: policyChangeText(change, by) }) };
    }),
  );
}

async function expectForged(good: PaymentRequest, forged: SignRequest, code: Refusal): Promise<void> {
  expect(await signer.client.sign(forged)).toMatchObject({ refused: code });
  expect(await signer.client.sign(good)).toMatchObject({ signed: expect.any(String) });
}

describe('forged approvals', () => {
  const forgeries: [string, Refusal, Forge][] = [
    ['none at all', 'APPROVALS', (good) => withApprovals(good, [])],
    ['one person only', 'APPROVALS', (good) => withApprovals(good, approvalsOf(good).slice(0, 1))],
    ['the other person only', 'APPROVALS', (good) => withApprovals(good, approvalsOf(good).slice(1))],
    ['one person twice', 'APPROVALS', (good) => withApprovals(good, [approvalsOf(good)[0], approvalsOf(good)[0]])],
    [
      'one person in both places',
      'APPROVALS',
      async (good) => {
        const both = (['FINANCE', 'APPROVER'] as const).map((role) =>
          approve({ ...signer.approvers.finance, role }, passphrase, good.approvalRequest, now()),
        );
        return withApprovals(good, await Promise.all(both));
      },
    ],
    [
      'one key under two names',
      'APPROVALS',
      async (good) => {
        const [first] = approvalsOf(good);
        return withApprovals(good, [first, { ...first, approver: 'approver', role: 'APPROVER' }]);
      },
    ],
    [
      "keys of the forger's own",
      'APPROVALS',
      async (good) => {
        const forged = await Promise.all(
          Object.values(signer.approvers).map(async ({ name, role }) => {
            const { sealedKey } = await createApproverKey(name, passphrase, 16);
            return approve({ name, role, sealedKey }, passphrase, good.approvalRequest, now());
          }),
        );
        return withApprovals(good, forged);
      },
    ],
    [
      'of another payment',
      'APPROVALS',
      async (good) =>
        withApprovals(good, await signer.approvals({ ...good.approvalRequest, paymentId: 'withdrawal:999999' })),
    ],
    [
      'of the same payment to another receiver',
      'APPROVALS',
      async (good) =>
        withApprovals(
          good,
          await signer.approvals({ ...good.approvalRequest, destination: thief[good.approvalRequest.network] }),
        ),
    ],
    [
      'expired',
      'EXPIRED',
      async (good) =>
        withApprovals(good, await signer.approvals(good.approvalRequest, new Date(Date.now() - 8 * dayMs))),
    ],
    [
      'expired, with a fresh date',
      'APPROVALS',
      async (good) => {
        const old = await signer.approvals(good.approvalRequest, new Date(Date.now() - 8 * dayMs));
        return withApprovals(
          good,
          old.map((one) => ({ ...one, approvedAt: now().toISOString() })),
        );
      },
    ],
    ['made for a change of keys', 'APPROVALS', async (good) => withApprovals(good, await ofKeyChange(false))],
    [
      'made for a change of keys, with its text',
      'APPROVALS',
      async (good) => withApprovals(good, await ofKeyChange(true)),
    ],
    [
      'auto-approval that the policy does not allow',
      'AUTO_APPROVAL_POLICY',
      (good) => ({ ...good, authorization: { kind: 'AUTO_APPROVAL_POLICY' } }),
    ],
  ];

  it.each(forgeries)('%s: %s', async (_, code, forge) => {
    const bitcoin = await payments.approved(await payments.bitcoinPayment(nextId()));
    await expectForged(bitcoin, await forge(bitcoin), code);
    const usdt = await payments.approved(payments.usdtPayment(nextId()));
    await expectForged(usdt, await forge(usdt), code);
  });
});

describe('forged payments of Bitcoin', () => {
  type Made = Awaited<ReturnType<TestPayments['bitcoinPayment']>>;
  const forgeries: [string, Refusal, (made: Made) => Promise<string>][] = [
    [
      'to another receiver',
      'TRANSACTION',
      async () => (await payments.bitcoinPayment('x:1', { to: thief.BITCOIN })).unsigned.payload,
    ],
    [
      'of another amount',
      'TRANSACTION',
      async () => (await payments.bitcoinPayment('x:1', { amount: 100_001n })).unsigned.payload,
    ],
    ['with the change to a foreign address', 'TRANSACTION', async () => psbtWithChangeTo(thief.BITCOIN)],
    [
      "with the change to a customer's deposit address, where it would be credited",
      'TRANSACTION',
      async () => {
        const change = payments.bitcoin.ownAddress('customer', 666);
        const source = { kind: 'OUTPUTS' as const, outputs: [payments.output(500_000n)], change };
        return (await payments.bitcoinPayment('x:1', { source })).unsigned.payload;
      },
    ],
    [
      'with a fee above what was approved',
      'FEE',
      async () =>
        (await payments.bitcoinPayment('x:1', { rate: { unit: 'SAT_PER_KVB', rate: 199_000n } })).unsigned.payload,
    ],
    ['that is not a PSBT', 'TRANSACTION', async () => 'AAAA'],
  ];

  it.each(forgeries)('%s: %s', async (_, code, forge) => {
    const made = await payments.bitcoinPayment(nextId());
    const good = await payments.approved(made);
    await expectForged(good, { ...good, payload: await forge(made) }, code);
  });

  it('from inputs that are not ours: INPUTS', async () => {
    const stranger = await startSigner();
    const theirs = await testPayments(stranger);
    const { unsigned } = await theirs.bitcoinPayment('x:1');
    theirs.bitcoin.close();
    await stranger.close();
    const good = await payments.approved(await payments.bitcoinPayment(nextId()));
    await expectForged(good, { ...good, payload: unsigned.payload }, 'INPUTS');
  });

  /** A PSBT whose change carries our path and pays a foreign script. */
  async function psbtWithChangeTo(script: string): Promise<string> {
    const { unsigned } = await payments.bitcoinPayment('x:1');
    const change = unsigned.change!.owner.key;
    const bytes = Buffer.from(unsigned.payload, 'base64').toString('hex');
    expect(bytes.split(change)).toHaveLength(2);
    return Buffer.from(bytes.replace(change, script), 'hex').toString('base64');
  }
});

describe('forged payments of USDT', () => {
  const forgeries: [string, Refusal, Parameters<TestPayments['usdtPayment']>[1]][] = [
    ['to another receiver', 'TRANSACTION', { to: thief.ERC20 }],
    ['of another amount', 'TRANSACTION', { amount: 5_000_001n }],
    ['by another contract', 'TRANSACTION', { usdt: `0x${'ab'.repeat(20)}` }],
    ['on another chain', 'NETWORK', { chainId: 1 }],
    ['with ether on top', 'TRANSACTION', { changes: { value: 1n } }],
    ['in ether instead', 'TRANSACTION', { usdt: undefined }],
    [
      'that approves a spender instead',
      'TRANSACTION',
      { changes: { data: `0x095ea7b3${receiver.ERC20.padStart(64, '0')}${'f'.repeat(64)}` } },
    ],
    [
      'with more behind the call',
      'TRANSACTION',
      {
        changes: {
          data: `0xa9059cbb${receiver.ERC20.padStart(64, '0')}${(5_000_000).toString(16).padStart(64, '0')}00`,
        },
      },
    ],
    ['with a fee above what was approved', 'FEE', { maxFee: 20n * 10n ** 9n }],
    ['with a fee above every cap', 'FEE', { maxFee: 10n ** 13n }],
  ];

  it.each(forgeries)('%s: %s', async (_, code, changes) => {
    const good = await payments.approved(payments.usdtPayment(nextId()));
    const { payload } = payments.usdtPayment('x:1', changes);
    await expectForged(good, { ...good, payload }, code);
  });

  it('from a deposit address, bypassing the hot wallet: INPUTS', async () => {
    const good = await payments.approved(payments.usdtPayment(nextId()));
    await expectForged(good, { ...good, from: { branch: 'customer', index: 1 } }, 'INPUTS');
  });
});

describe('forged internal transfers', () => {
  const own = () => payments.bitcoin;
  it.each<[string, () => Promise<SignRequest> | SignRequest]>([
    [
      'a sweep to a foreign address',
      () => ({
        kind: 'SWEEP',
        id: nextId(),
        network: 'ERC20',
        from: { branch: 'customer', index: 1 },
        payload: payments.usdtPayment('x:1').payload,
      }),
    ],
    [
      'a sweep out of the hot wallet',
      () => ({ kind: 'SWEEP', id: nextId(), network: 'ERC20', payload: payments.usdtPayment('x:1').payload }),
    ],
    [
      'a sweep to a house address other than the hot wallet',
      () => ({
        kind: 'SWEEP',
        id: nextId(),
        network: 'ERC20',
        from: { branch: 'customer', index: 1 },
        to: { branch: 'house', index: 9 },
        payload: payments.usdtPayment('x:1', { to: payments.evm.ownAddress('house', 9).key }).payload,
      }),
    ],
    [
      'gas for a foreign address',
      () => ({
        kind: 'TOP_UP',
        id: nextId(),
        network: 'ERC20',
        to: { branch: 'customer', index: 1 },
        payload: payments.usdtPayment('x:1', { usdt: undefined, amount: 10n ** 15n }).payload,
      }),
    ],
    [
      'a consolidation with a foreign output',
      async () => ({
        kind: 'CONSOLIDATE',
        id: nextId(),
        network: 'BITCOIN',
        payload: (await payments.bitcoinPayment('x:1')).unsigned.payload,
      }),
    ],
    [
      "a consolidation into a customer's deposit address",
      async () => ({
        kind: 'CONSOLIDATE',
        id: nextId(),
        network: 'BITCOIN',
        to: { branch: 'customer', index: 5 },
        payload: (
          await payments.bitcoinPayment('x:1', {
            to: own().ownAddress('customer', 5).key,
            amount: 499_000n,
            source: { kind: 'OUTPUTS', outputs: [payments.output(500_000n)], change: own().ownAddress('house', 1) },
          })
        ).unsigned.payload,
      }),
    ],
  ])('%s: TRANSACTION', async (_, make) => {
    expect(await signer.client.sign(await make())).toMatchObject({ refused: 'TRANSACTION' });
  });
});

describe('the socket', () => {
  it('rejects callers without the secret, and malformed requests', async () => {
    const { request } = await import('node:http');
    const call = (headers: Record<string, string>, body: string, path = '/sign') =>
      new Promise<{ status: number; text: string }>((resolve, reject) => {
        const asked = request({ socketPath: `${signer.folder}/socket`, path, method: 'POST', headers }, (response) => {
          let text = '';
          response.on('data', (chunk) => (text += chunk));
          response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
        });
        asked.on('error', reject);
        asked.end(body);
      });
    const { readFile } = await import('node:fs/promises');
    const secret = (await readFile(`${signer.folder}/secret`, 'utf8')).trim();
    const headers = { authorization: `Bearer ${secret}` };
    const good = JSON.stringify(await payments.approved(payments.usdtPayment(nextId())));

    for (const authorization of ['', 'Bearer ', `Bearer ${secret}x`, `Basic ${secret}`]) {
      expect((await call({ authorization }, good)).status).toBe(401);
    }
    expect((await call(headers, good, '/enrol')).status).toBe(404);
    for (const body of [
      '',
      '{}',
      '[]',
      'null',
      good.slice(0, -1),
      good.replace('"PAYMENT"', '"PAYMENTS"'),
      good.replace('{', '{"more":1,'),
    ]) {
      expect(JSON.parse((await call(headers, body)).text), body.slice(0, 40)).toMatchObject({ refused: 'MALFORMED' });
    }
    expect(JSON.parse((await call(headers, `{"a":"${'x'.repeat(300_000)}"}`)).text)).toMatchObject({
      refused: 'MALFORMED',
    });
    expect(JSON.parse((await call(headers, good)).text)).toMatchObject({ signed: expect.any(String) });
  });
});

it('logs every refusal, and no secret', async () => {
  const { readFile } = await import('node:fs/promises');
  await signer.until('"refused":"APPROVALS"');
  const secrets = [
    passphrase,
    await readFile(`${signer.folder}/secret`, 'utf8'),
    await readFile(`${signer.folder}/demo-passphrase`, 'utf8'),
    ...Object.values(signer.approvers).map(({ sealedKey }) => sealedKey),
  ];
  for (const secret of secrets) expect(signer.output()).not.toContain(secret.trim());
  expect(signer.output()).not.toMatch(/xprv|tprv|vprv|Bearer|signature/);
});
