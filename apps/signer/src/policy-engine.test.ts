/**
 * Proves that no change of a request makes the signer do another thing than people approved: whatever byte of the transaction and
 * whatever field around it is changed, it is refused, or receiver, amount and consent are as they were, and the fee is under its cap.
 */
import { InvalidMessage, type PaymentRequest, readSignRequest, type SignRequest } from '@lode/signing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createChainSigners } from './chain-signers.ts';
import { History } from './history.ts';
import { evaluate, type PolicyContext } from './policy-engine.ts';
import { Refused } from './refused.ts';
import { type LocalSigner, localSigner } from './testing/in-process.ts';
import { testPayments } from './testing/payments.ts';

let local: LocalSigner;
let given: PolicyContext;
const requests: PaymentRequest[] = [];
beforeAll(async () => {
  local = await localSigner();
  const payments = await testPayments(local);
  payments.bitcoin.close();
  requests.push(
    await payments.approved(await payments.bitcoinPayment('w:1')),
    await payments.approved(payments.usdtPayment('w:2')),
  );
  const { policy, secrets } = local;
  given = {
    policy,
    history: new History(),
    signers: createChainSigners(secrets.seed, policy),
    now: new Date('2026-03-01T05:00:00Z'),
  };
});
afterAll(() => local.close());

/** What would be signed, or the code of the refusal. Anything else that is thrown fails the test. */
function verdictOf(request: SignRequest) {
  try {
    // As it comes through the door.
    const verdict = evaluate(readSignRequest(JSON.stringify(request)), given);
    return verdict.kind === 'SIGN' ? verdict.draft : null;
  } catch (error) {
    if (error instanceof InvalidMessage) return 'MALFORMED';
    if (error instanceof Refused) return error.code;
    throw error;
  }
}

function expectHarmless(changed: PaymentRequest, good: PaymentRequest): void {
  const verdict = verdictOf(changed);
  if (typeof verdict === 'string') return;
  const { paymentId, destination, amount, coin, feeCap, chain } = good.approvalRequest;
  expect(verdict).toMatchObject({
    id: paymentId,
    destination,
    amount,
    coin,
    chain,
    approvers: ['finance', 'approver'],
  });
  expect(BigInt(verdict?.fee ?? '') <= BigInt(feeCap)).toBe(true);
  const reading = given.signers[good.approvalRequest.network]?.decode(changed.payload, {});
  const leaving = reading?.outputs.filter(({ ownBranch }) => ownBranch !== 'house');
  expect(leaving).toMatchObject([{ destination, amount: BigInt(amount) }]);
}

it('the requests themselves would be signed', () => {
  for (const request of requests) expect(verdictOf(request)).toMatchObject({ id: request.approvalRequest.paymentId });
});

describe.each([0, 1])('request %i', (which) => {
  const encoding = which === 0 ? 'base64' : 'hex';
  const prefix = which === 0 ? '' : '0x';
  const bytesOf = ({ payload }: PaymentRequest) => Buffer.from(payload.slice(prefix.length), encoding);

  it('with bytes of its transaction changed, cut out, or put in', () => {
    const edit = fc.record({ at: fc.nat(400), removed: fc.nat(3), put: fc.uint8Array({ maxLength: 3 }) });
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 3 }), (edits) => {
        const good = requests[which]!;
        let bytes = bytesOf(good);
        for (const { at, removed, put } of edits) {
          const from = at % bytes.length;
          bytes = Buffer.concat([bytes.subarray(0, from), put, bytes.subarray(from + removed)]);
        }
        expectHarmless({ ...good, payload: prefix + bytes.toString(encoding) }, good);
      }),
      { numRuns: 500 },
    );
  });

  it('with a bit turned in every byte of its transaction', () => {
    const good = requests[which]!;
    const bytes = bytesOf(good);
    for (let bit = 0; bit < bytes.length * 8; bit += 9) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3]! ^= 1 << (bit & 7);
      expectHarmless({ ...good, payload: prefix + changed.toString(encoding) }, good);
    }
  });

  it('with fields of its approvalRequest or its approvals changed', () => {
    const value = fc.constantFrom(
      'w:1',
      'w:2',
      'w:3',
      'BITCOIN',
      'ERC20',
      'BTC',
      'USDT',
      '31337',
      'regtest',
      '0',
      '1',
      '100000',
      '5000000',
      'cc'.repeat(20),
    );
    const field = fc.constantFrom('paymentId', 'network', 'chain', 'coin', 'destination', 'amount', 'feeCap');
    fc.assert(
      fc.property(fc.dictionary(field, value, { minKeys: 1 }), (changes) => {
        const good = requests[which]!;
        const changed = { ...good, approvalRequest: { ...good.approvalRequest, ...changes } } as PaymentRequest;
        const isSame = JSON.stringify(changed.approvalRequest) === JSON.stringify(good.approvalRequest);
        if (isSame) expectHarmless(changed, good);
        else expect(verdictOf(changed)).toEqual(expect.any(String));
      }),
      { numRuns: 1500 },
    );
  });
});
