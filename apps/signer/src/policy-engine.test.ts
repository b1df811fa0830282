/**
 * Proves that a mutated request is refused or still pays the approved amount to the approved receiver with a fee under its cap,
 * for mutations of any byte of the transaction and any field around it.
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
let context: PolicyContext;
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
  context = {
    policy,
    history: new History(local.journal.lines.filter(({ kind }) => kind === 'SIGNER')),
    signers: createChainSigners([secrets.seed], policy),
    now: new Date('2026-03-01T05:00:00Z'),
  };
});
afterAll(() => local.close());

/** The decision, or the code of the refusal; any other error fails the test. */
function verdictOf(request: SignRequest) {
  try {
    // Parsed as on the socket.
    const decision = evaluate(readSignRequest(JSON.stringify(request)), context);
    return decision.kind === 'SIGN' ? decision.draft : null;
  } catch (error) {
    if (error instanceof InvalidMessage) return 'MALFORMED';
    if (error instanceof Refused) return error.code;
    throw error;
  }
}

function expectHarmless(changed: PaymentRequest, good: PaymentRequest): void {
  const decision = verdictOf(changed);
  if (typeof decision === 'string') return;
  const { paymentId, destination, amount, coin, feeCap, chain } = good.approvalRequest;
  expect(decision).toMatchObject({
    id: paymentId,
    destination,
    amount,
    coin,
    chain,
    approvers: ['finance', 'approver'],
  });
  expect(BigInt(decision?.fee ?? '') <= BigInt(feeCap)).toBe(true);
  const decoded = context.signers[good.approvalRequest.network]?.decode(changed.payload, {});
  const leaving = decoded?.outputs.filter(({ ownBranch }) => ownBranch !== 'house');
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

  it('with fields of its approval request or its approvals changed', () => {
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
