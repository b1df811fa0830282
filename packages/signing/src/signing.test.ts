/** Proves that an approval covers exactly one payment of one approver, and that sealed secrets open with their passphrase only. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ApprovalRequest, approvalText } from './approval-request.ts';
import { approve, createApproverKey, isValidApproval } from './approver-key.ts';
import { readApprovals, readSignRequest, type SignRequest } from './messages.ts';
import { readRequestFile, readResponseFile, writeRequestFile, writeResponseFile } from './offline.ts';
import { seal, unseal, WrongPassphrase } from './sealed.ts';

const cheap = 2 ** 4;
const passphrase = 'correct horse battery';
const now = new Date('2026-01-02T03:04:05.678Z');
const approvalRequest: ApprovalRequest = {
  paymentId: 'withdrawal:42',
  network: 'BITCOIN',
  chain: 'regtest',
  coin: 'BTC',
  destination: `0014${'ab'.repeat(20)}`,
  amount: '100000',
  feeCap: '2000',
};

describe('an approval', () => {
  it('counts for the key that made it and for every field as it was', async () => {
    const [key, other] = [
      await createApproverKey('finance', passphrase, cheap),
      await createApproverKey('finance', passphrase, cheap),
    ];
    const approval = await approve(
      { name: 'finance', role: 'FINANCE', sealedKey: key.sealedKey },
      passphrase,
      approvalRequest,
      now,
    );
    expect(isValidApproval(key.publicKey, approvalRequest, approval)).toBe(true);
    expect(isValidApproval(other.publicKey, approvalRequest, approval)).toBe(false);
    expect(isValidApproval('', approvalRequest, approval)).toBe(false);

    const changes: Partial<ApprovalRequest>[] = [
      { paymentId: 'withdrawal:43' },
      { network: 'ERC20' },
      { chain: 'main' },
      { coin: 'USDT' },
      { destination: `0014${'ac'.repeat(20)}` },
      { amount: '100001' },
      { feeCap: '2001' },
    ];
    expect(changes).toHaveLength(Object.keys(approvalRequest).length);
    for (const change of changes)
      expect(isValidApproval(key.publicKey, { ...approvalRequest, ...change }, approval), JSON.stringify(change)).toBe(
        false,
      );
    for (const change of [
      { role: 'APPROVER' as const },
      { approver: 'financ' },
      { approvedAt: '2026-01-02T03:04:05.679Z' },
    ]) {
      expect(isValidApproval(key.publicKey, approvalRequest, { ...approval, ...change }), JSON.stringify(change)).toBe(
        false,
      );
    }
    for (let at = 0; at < 64; at += 7) {
      const signature = Buffer.from(approval.signature, 'base64');
      signature[at]! ^= 1;
      expect(
        isValidApproval(key.publicKey, approvalRequest, { ...approval, signature: signature.toString('base64') }),
      ).toBe(false);
    }
  });

  it('needs the passphrase, a long one, and the name it was made for', async () => {
    const { sealedKey } = await createApproverKey('finance', passphrase, cheap);
    const by = { name: 'finance', role: 'FINANCE' as const, sealedKey };
    await expect(approve(by, `${passphrase} `, approvalRequest, now)).rejects.toThrow(WrongPassphrase);
    await expect(approve({ ...by, name: 'approver' }, passphrase, approvalRequest, now)).rejects.toThrow(
      WrongPassphrase,
    );
    await expect(createApproverKey('finance', 'elevenchars', cheap)).rejects.toThrow('12 characters');
  });

  it('has one text for one payment: no field can pretend to be two', () => {
    const by = { approver: 'finance', role: 'FINANCE' as const, approvedAt: now.toISOString() };
    const text = approvalText(approvalRequest, by);
    expect(text.split('\n')).toHaveLength(9);
    const request = {
      kind: 'PAYMENT',
      approvalRequest,
      authorization: { kind: 'AUTO_APPROVAL_POLICY' },
      payload: 'AAAA',
    };
    expect(readSignRequest(JSON.stringify(request))).toEqual(request);
    for (const field of Object.keys(approvalRequest)) {
      const wrong = {
        ...request,
        approvalRequest: { ...approvalRequest, [field]: `${approvalRequest[field as 'amount']}\namount 1` },
      };
      expect(() => readSignRequest(JSON.stringify(wrong)), field).toThrow();
    }
  });
});

describe('a sealed secret', () => {
  it('opens again with its passphrase, for its purpose, whole', async () => {
    const secret = Buffer.from('secret');
    const sealed = await seal(secret, passphrase, 'this', cheap);
    expect(await unseal(sealed, passphrase, 'this')).toEqual(secret);
    await expect(unseal(sealed, 'another', 'this')).rejects.toThrow(WrongPassphrase);
    await expect(unseal(sealed, passphrase, 'that')).rejects.toThrow(WrongPassphrase);
    expect(await seal(secret, passphrase, 'this', cheap)).not.toBe(sealed);
  });

  it('costs 128 MiB a guess where nothing else is asked for', async () => {
    expect(await seal(Buffer.from('secret'), passphrase, 'this')).toMatch(/^scrypt\$131072\$/);
  });

  it('does not open after any modification, and bounds the memory of a forged cost', async () => {
    const sealed = await seal(Buffer.from('secret'), passphrase, 'this', cheap);
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`;
      // The last character of a part may carry bits that no byte uses.
      const opened = await unseal(changed, passphrase, 'this').catch((error: unknown) => error);
      expect(opened instanceof WrongPassphrase || (opened as Buffer).toString() === 'secret', `character ${at}`).toBe(
        true,
      );
    }
    for (const bad of ['', 'scrypt', 'scrypt$1073741824$a$b$c$d', 'scrypt$3$a$b$c$d']) {
      await expect(unseal(bad, passphrase, 'this')).rejects.toThrow(WrongPassphrase);
    }
  });
});

describe('files for a signer that no wire leads to', () => {
  const request: SignRequest = {
    kind: 'SWEEP',
    id: 'sweep:1',
    network: 'ERC20',
    payload: 'AAAA',
    from: { branch: 'customer', index: 3 },
  };
  const answer = { signed: 'BBBB', line: 7 };

  it('carry request and answer there and back', () => {
    expect(readRequestFile(writeRequestFile(request))).toEqual(request);
    expect(readResponseFile(writeResponseFile(request, answer), request)).toEqual(answer);
  });

  it('are taken for nothing else', () => {
    const other = { ...request, id: 'sweep:2' };
    expect(() => readResponseFile(writeResponseFile(request, answer), other)).toThrow('another request');
    expect(() => readResponseFile(writeRequestFile(request), request)).toThrow();
    const long = `${writeResponseFile(request, answer)}${' '.repeat(1024 * 1024)}`;
    expect(() => readResponseFile(long, request)).toThrow('at most');
    expect(() => readRequestFile(writeResponseFile(request, answer))).toThrow();
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(() => readRequestFile(text)).toThrow();
      }),
    );
  });
});

it('approvals that were stored are read back, and nothing else is', () => {
  const approval = {
    approver: 'finance',
    role: 'FINANCE',
    approvedAt: now.toISOString(),
    signature: `${'A'.repeat(86)}==`,
  };
  expect(readApprovals(JSON.stringify([approval]))).toEqual([approval]);
  for (const bad of [
    '',
    '{}',
    '[{}]',
    JSON.stringify([{ ...approval, more: 1 }]),
    JSON.stringify(Array.from({ length: 5 }, () => approval)),
  ]) {
    expect(() => readApprovals(bad)).toThrow();
  }
});
