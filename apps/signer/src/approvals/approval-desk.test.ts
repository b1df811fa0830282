// Proves that an approval given on the page is one person's signature over what the bytes pay, and that the signer signs with it.
import { randomBytes } from 'node:crypto';
import { challengeOf, type ReviewRequest, readReviewRequest, registeredPasskey } from '@lode/signing';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type Falsified, pageOrigin, testAuthenticator } from '../testing/authenticator.ts';
import { type LocalSigner, localSigner } from '../testing/in-process.ts';
import { receiver, type TestPayments, testPayments } from '../testing/payments.ts';
import type { Person } from './approval-desk.ts';

const finance: Person = { name: 'finance', role: 'FINANCE' };
const approver: Person = { name: 'approver', role: 'APPROVER' };
let local: LocalSigner;
let payments: TestPayments;
let keys: Record<string, ReturnType<typeof testAuthenticator>>;
let id = 0;

beforeEach(async () => {
  const [own, others] = [testAuthenticator(), testAuthenticator('Ed25519')];
  keys = { finance: own, approver: others };
  local = await localSigner({ passkeys: { finance: own.passkey, approver: others.passkey } });
  onTestFinished(() => local.close());
  payments = await testPayments(local);
  payments.bitcoin.close();
});

type Changes = { claims?: Partial<ReviewRequest['claims']>; draft?: ReviewRequest['draft'] };

async function requested({ claims, draft }: Changes = {}) {
  const paymentId = `withdrawal:${++id}-abc`;
  const { approvalRequest, unsigned } = await payments.bitcoinPayment(paymentId);
  const request: ReviewRequest = {
    approvalRequest,
    draft: draft ?? { payload: unsigned.payload },
    claims: {
      withdrawalId: `${id}`,
      customer: '139****0001',
      address: payments.bitcoin.addressOf(receiver.BITCOIN),
      amount: approvalRequest.amount,
      fee: '20000',
      addressSince: '2026-01-02T03:04:05.678Z',
      earlier: { count: 0, total: '0' },
      proposedBy: null,
      hold: null,
      ...claims,
    },
  };
  local.signer.desk.show(request);
  return { paymentId, request, unsigned };
}

function seen(person: Person, paymentId: string) {
  const found = local.signer.desk
    .reviews(person)
    .find(({ review }) => review.request.approvalRequest.paymentId === paymentId);
  if (!found) throw new Error(`${paymentId} is not shown`);
  return found;
}

function assertion(person: Person, text: string, falsified?: Falsified) {
  const key = keys[person.name];
  if (!key) throw new Error(person.name);
  return { assertion: key.get(challengeOf(text), falsified) };
}

async function approved(person: Person, paymentId: string) {
  const { shownText } = seen(person, paymentId);
  if (!shownText) throw new Error('there is nothing to sign');
  return local.signer.desk.approve(person, shownText, assertion(person, shownText.text));
}

const signedWith = async (
  { paymentId, request, unsigned }: Awaited<ReturnType<typeof requested>>,
  payload = unsigned.payload,
) =>
  local.signer.sign({
    kind: 'PAYMENT',
    approvalRequest: request.approvalRequest,
    authorization: {
      kind: 'APPROVALS',
      approvals: local.signer.desk.given([paymentId]).approvals.map(({ approval }) => approval),
    },
    payload,
  });

describe('the text of a review', () => {
  it('says what the bytes pay, in the words of the signer', async () => {
    const { paymentId } = await requested();
    const { shownText, review, obstacle } = seen(finance, paymentId);
    expect(obstacle).toBeNull();
    expect(review.differences).toEqual([]);
    const lines = shownText?.text.split('\n') ?? [];
    expect(lines.slice(0, 9)).toEqual([
      'Lode payment approval 1',
      `payment ${paymentId}`,
      `by signer ${payments.about.id}`,
      'network BITCOIN regtest',
      'coin BTC',
      `to ${receiver.BITCOIN}`,
      'amount 100000',
      'network fee at most 20000',
      'approved as FINANCE by finance at 2026-03-01T04:00:00.000Z',
    ]);
    const address = payments.bitcoin.addressOf(receiver.BITCOIN);
    expect(lines[9]).toBe(`address ${address.match(/.{1,4}/g)?.join(' ')}`);
    expect(lines[10]).toBe('pays 0.00100000 BTC');
    expect(lines[11]).toMatch(/^network fee of this draft 0\.0000\d{4} BTC, at most 0\.00020000 BTC$/);
    expect(lines[12]).toMatch(/^change 0\.0039\d{4} BTC, ours$/);
    expect(lines.slice(13)).toEqual([
      'earlier payments of this signer to this address: none',
      'left of today 1000.00000000 BTC, of one payment 5.00000000 BTC',
      '',
    ]);
  });

  it('counts what this signer paid there before', async () => {
    const first = await requested();
    expect(await approved(finance, first.paymentId)).toBe('APPROVED');
    expect(await approved(approver, first.paymentId)).toBe('APPROVED');
    expect(await signedWith(first)).toHaveProperty('signed');
    await local.restart();
    const { paymentId } = await requested();
    const text = seen(finance, paymentId).shownText?.text ?? '';
    expect(text).toContain('to this address: 1 since 2026-03-01T04:00:00.000Z, 0.00100000 BTC');
    expect(text).toContain('left of today 999.99900000 BTC');
  });
});

describe('two passkeys', () => {
  it('pay, also after a restart and with other inputs under the cap', async () => {
    const payment = await requested();
    expect(await approved(finance, payment.paymentId)).toBe('APPROVED');
    expect(await approved(approver, payment.paymentId)).toBe('APPROVED');
    const other = await payments.bitcoinPayment(payment.paymentId);
    expect(other.unsigned.payload).not.toBe(payment.unsigned.payload);
    expect(await signedWith(payment, other.unsigned.payload)).toHaveProperty('signed');
  });

  it('are lost with no restart: the journal holds them, and the passkeys of the policy', async () => {
    const payment = await requested();
    await approved(finance, payment.paymentId);
    await local.restart();
    expect(local.signer.desk.given([payment.paymentId])).toMatchObject({
      shown: [],
      approvals: [{ approval: { approver: 'finance' } }],
    });
    local.signer.desk.show(payment.request);
    expect(seen(finance, payment.paymentId).obstacle).toBe('PROPOSED');
    expect(seen(approver, payment.paymentId).obstacle).toBeNull();
  });

  it('do not pay to another destination, amount or cap than the text says', async () => {
    const payment = await requested();
    await approved(finance, payment.paymentId);
    await approved(approver, payment.paymentId);
    const { approvals } = local.signer.desk.given([payment.paymentId]);
    const away = await payments.bitcoinPayment(payment.paymentId, { to: `0014${'d0'.repeat(20)}` });
    const more = await payments.bitcoinPayment(payment.paymentId, { amount: 100_001n });
    for (const { approvalRequest, unsigned } of [away, more])
      expect(
        await local.signer.sign({
          kind: 'PAYMENT',
          approvalRequest,
          authorization: { kind: 'APPROVALS', approvals: approvals.map(({ approval }) => approval) },
          payload: unsigned.payload,
        }),
      ).toMatchObject({ refused: 'APPROVALS' });
    const swapped = approvals.map(({ approval }) => ({
      ...approval,
      text: `${'text' in approval ? approval.text : ''}x`,
    }));
    const request = {
      kind: 'PAYMENT' as const,
      approvalRequest: payment.request.approvalRequest,
      payload: payment.unsigned.payload,
    };
    expect(
      await local.signer.sign({ ...request, authorization: { kind: 'APPROVALS', approvals: swapped } }),
    ).toMatchObject({
      refused: 'APPROVALS',
    });
  });
});

describe('a forged assertion approves nothing:', () => {
  const stranger = testAuthenticator();
  it.each<[string, Falsified]>([
    ['another origin', { origin: 'http://localhost:8080' }],
    ['another host', { rpId: 'example.com' }],
    ['no user verification', { flags: 0x01 }],
    ['no user present', { flags: 0x04 }],
    ['another ceremony', { type: 'webauthn.create' }],
    ['a frame of another site', { crossOrigin: true }],
    ['another key', { key: stranger.privateKey }],
  ])('%s', async (_what, falsified) => {
    const { paymentId } = await requested();
    const { shownText } = seen(finance, paymentId);
    if (!shownText) throw new Error('there is nothing to sign');
    const proof = assertion(finance, shownText.text, falsified);
    expect(await local.signer.desk.approve(finance, shownText, proof)).toBe('PROOF');
    expect(local.signer.desk.given([paymentId]).approvals).toEqual([]);
    expect(await local.signer.desk.approve(finance, shownText, assertion(finance, shownText.text))).toBe('APPROVED');
  });

  it('another text, and the key of another person', async () => {
    const { paymentId } = await requested();
    const { shownText } = seen(finance, paymentId);
    if (!shownText) throw new Error('there is nothing to sign');
    const { desk } = local.signer;
    expect(await desk.approve(finance, shownText, assertion(finance, `${shownText.text} `))).toBe('PROOF');
    expect(await desk.approve(finance, shownText, assertion(approver, shownText.text))).toBe('PROOF');
    expect(await desk.approve(finance, shownText, { assertion: stranger.get(challengeOf(shownText.text)) })).toBe(
      'PROOF',
    );
  });

  it('a counter that was seen before, also by a login and across a restart; one that never counts stays good', async () => {
    const challenge = randomBytes(32).toString('base64url');
    expect(await local.signer.desk.prove(challenge, assertion(finance, '').assertion)).toBeNull();
    expect(await local.signer.desk.prove(challenge, keys.finance?.get(challenge, { counter: 7 }) as never)).toEqual(
      finance,
    );
    await local.restart();
    const { paymentId } = await requested();
    const { shownText } = seen(finance, paymentId);
    if (!shownText) throw new Error('there is nothing to sign');
    for (const counter of [0, 6, 7])
      expect(await local.signer.desk.approve(finance, shownText, assertion(finance, shownText.text, { counter }))).toBe(
        'PROOF',
      );
    const last = await local.signer.desk.approve(
      finance,
      shownText,
      assertion(finance, shownText.text, { counter: 8 }),
    );
    expect(last).toBe('APPROVED');
    const zero = seen(approver, paymentId).shownText;
    if (!zero) throw new Error('there is nothing to sign');
    const proof = assertion(approver, zero.text, { counter: 0 });
    expect(await local.signer.desk.approve(approver, zero, proof)).toBe('APPROVED');
  });

  it('a registration on another page, without verification, or of another key', () => {
    const made = testAuthenticator();
    expect(registeredPasskey(made.create('c'), 'c', pageOrigin)).toEqual(made.passkey);
    expect(registeredPasskey(made.create('c'), 'd', pageOrigin)).toBeNull();
    for (const falsified of [{ origin: 'http://localhost:1' }, { rpId: 'x' }, { flags: 0x41 }, { flags: 0x05 }])
      expect(registeredPasskey(made.create('c', falsified), 'c', pageOrigin)).toBeNull();
    expect(registeredPasskey({ ...made.create('c'), credentialId: 'AAAA' }, 'c', pageOrigin)).toBeNull();
    expect(registeredPasskey({ ...made.create('c'), publicKey: 'AAAA' }, 'c', pageOrigin)).toBeNull();
  });
});

describe('there is no way to approve', () => {
  const other = `0014${'d0'.repeat(20)}`;
  it('an address or amount that the bytes do not pay', async () => {
    const address = payments.bitcoin.addressOf(other);
    for (const claims of [{ address }, { amount: '99999' }, { withdrawalId: '999999' }]) {
      const { paymentId } = await requested({ claims });
      const { shownText, obstacle } = seen(finance, paymentId);
      expect(obstacle).toBe('DIFFERS');
      if (shownText)
        expect(await local.signer.desk.approve(finance, shownText, assertion(finance, shownText.text))).toBe('DIFFERS');
      expect(local.signer.desk.given([paymentId]).approvals).toEqual([]);
    }
  });

  it('a transaction that pays elsewhere than the request, in whatever words', async () => {
    const { unsigned } = await payments.bitcoinPayment('withdrawal:999-x', { to: other });
    const draft = { payload: unsigned.payload };
    const { paymentId } = await requested({ draft, claims: { address: payments.bitcoin.addressOf(other) } });
    const { obstacle, review } = seen(finance, paymentId);
    expect([obstacle, review.differences, review.parsed?.destination]).toEqual(['DIFFERS', ['destination'], other]);
  });

  it('what has no draft, what no limit allows, and what is held', async () => {
    const none = await requested({ draft: { unavailable: 'the hot wallet is empty' } });
    expect(seen(finance, none.paymentId).obstacle).toBe('NO_DRAFT');
    const garbage = await requested({ draft: { payload: 'AAAA' } });
    expect(seen(finance, garbage.paymentId)).toMatchObject({ obstacle: 'REFUSED', shownText: null });
    const held = await requested({ claims: { hold: { reason: 'FROZEN', until: null }, proposedBy: 'finance' } });
    expect(seen(approver, held.paymentId).obstacle).toBe('HELD');
    const sent = (hold: unknown) => JSON.stringify({ ...held.request, claims: { ...held.request.claims, hold } });
    const hold = { reason: 'SECOND_FACTOR_REMOVED', until: '2026-03-13T04:00:00.000Z' };
    expect(readReviewRequest(sent(hold)).claims.hold).toEqual(hold);
    for (const wrong of ['in words', { ...hold, reason: 'in words' }, { ...hold, until: 'soon' }])
      expect(() => readReviewRequest(sent(wrong)), JSON.stringify(wrong)).toThrow('claims/hold');
  });

  it('alone, twice, before the proposal, or what was shown too long ago', async () => {
    const { paymentId, request } = await requested();
    expect(seen(approver, paymentId).obstacle).toBe('NOT_PROPOSED');
    const { shownText } = seen(finance, paymentId);
    if (!shownText) throw new Error('there is nothing to sign');
    local.setTime('2026-03-01T04:11:00.000Z');
    local.signer.desk.show(request);
    expect(await local.signer.desk.approve(finance, shownText, assertion(finance, shownText.text))).toBe('STALE');
    expect(await approved(finance, paymentId)).toBe('APPROVED');
    expect(await approved(finance, paymentId)).toBe('PROPOSED');
    expect(await approved(approver, paymentId)).toBe('APPROVED');
    expect(await approved(approver, paymentId)).toBe('DECIDED');
  });

  it('what the server no longer sends', async () => {
    const { paymentId } = await requested();
    local.setTime('2026-03-01T04:04:00.000Z');
    expect(local.signer.desk.reviews(finance)).toEqual([]);
    expect(local.signer.desk.given([paymentId]).shown).toEqual([]);
  });
});
