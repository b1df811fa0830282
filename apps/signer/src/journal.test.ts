/**
 * Proves that one payment is signed for one set of inputs or one nonce, one receiver and one amount, across later requests and
 * crashes, and that a modified journal stops the signer.
 */
import { appendFile, readFile, truncate, writeFile } from 'node:fs/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Journal } from './journal.ts';
import { localPayments } from './testing/local-payments.ts';
import { testPayments } from './testing/payments.ts';
import { prepareSigner } from './testing/start-signer.ts';

describe('the same payment again', () => {
  it('returns the same bytes, also after a restart', async () => {
    const { local: made, payments } = await localPayments();
    const requests = [
      await payments.approved(await payments.bitcoinPayment('w:1')),
      await payments.approved(payments.usdtPayment('w:2')),
    ];
    const answers = [];
    for (const request of requests) answers.push(await made.signer.sign(request));
    await made.restart();
    for (const [at, request] of requests.entries()) expect(await made.signer.sign(request)).toEqual(answers[at]);
    expect(made.journal.lines).toMatchObject([{ kind: 'SIGNER' }, { kind: 'SIGNED' }, { kind: 'SIGNED' }]);
  });

  it('requested concurrently is signed once', async () => {
    const { local: made, payments } = await localPayments();
    const request = await payments.approved(payments.usdtPayment('w:1'));
    const answers = await Promise.all(Array.from({ length: 20 }, () => made.signer.sign(request)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(made.journal.lines).toMatchObject([{ kind: 'SIGNER' }, { kind: 'SIGNED' }]);
  });

  it('from other inputs or with another nonce is refused, even with fresh approvals', async () => {
    const { local: made, payments } = await localPayments();
    for (const make of [() => payments.bitcoinPayment('w:1'), async () => payments.usdtPayment('w:2')]) {
      expect(await made.signer.sign(await payments.approved(await make()))).toMatchObject({ line: expect.any(Number) });
      expect(await made.signer.sign(await payments.approved(await make()))).toMatchObject({
        refused: 'SIGNED_DIFFERENTLY',
      });
    }
  });

  it('to another receiver or of another amount is refused, even with fresh approvals', async () => {
    const { local: made, payments } = await localPayments();
    expect(await made.signer.sign(await payments.approved(payments.usdtPayment('w:1', { nonce: 9 })))).toMatchObject({
      line: 2,
    });
    for (const changes of [{ to: 'dd'.repeat(20) }, { amount: 5_000_001n }]) {
      const other = await payments.approved(
        payments.usdtPayment('w:1', { nonce: 9, maxFee: 2n * 10n ** 9n, ...changes }),
      );
      expect(await made.signer.sign(other)).toMatchObject({ refused: 'SIGNED_DIFFERENTLY' });
    }
  });
});

describe('a higher fee', () => {
  it('is signed for the same inputs, and the first signature stays', async () => {
    const { local: made, payments } = await localPayments();
    const first = await payments.bitcoinPayment('w:1');
    const request = await payments.approved(first);
    const answer = await made.signer.sign(request);
    const bumped = await payments.bitcoin.bump(first.unsigned, { unit: 'SAT_PER_KVB', rate: 20_000n });
    if ('refused' in bumped) throw new Error(bumped.refused);
    // The approvals have expired for a first signature.
    made.setTime('2026-05-01T04:00:00.000Z');
    expect(await made.signer.sign({ ...request, payload: bumped.payload })).toMatchObject({ line: 3 });
    expect(await made.signer.sign(request)).toEqual(answer);
    expect(made.journal.lines.map((line) => line.kind === 'SIGNED' && line.countedAmount)).toEqual([
      false,
      '100000',
      '0',
    ]);
  });

  it('is refused above what was approved, below what was signed, and without approvals', async () => {
    const { local: made, payments } = await localPayments();
    const first = await payments.bitcoinPayment('w:1');
    const request = await payments.approved(first);
    await made.signer.sign(request);
    const at = async (rate: bigint) => {
      const bumped = await payments.bitcoin.bump(first.unsigned, { unit: 'SAT_PER_KVB', rate });
      if ('refused' in bumped) throw new Error(bumped.refused);
      return bumped.payload;
    };
    expect(await made.signer.sign({ ...request, payload: await at(190_000n) })).toMatchObject({
      refused: 'SIGNED_DIFFERENTLY',
      detail: expect.stringContaining('is above the approved cap'),
    });
    const none = { ...request, authorization: { kind: 'APPROVALS' as const, approvals: [] } };
    expect(await made.signer.sign({ ...none, payload: await at(30_000n) })).toMatchObject({
      refused: 'SIGNED_DIFFERENTLY',
      detail: expect.stringContaining('this is refused'),
    });
    const [higher, lower] = [await at(40_000n), await at(30_000n)];
    expect(await made.signer.sign({ ...request, payload: higher })).toMatchObject({ line: 3 });
    expect(await made.signer.sign({ ...request, payload: lower })).toMatchObject({ refused: 'SIGNED_DIFFERENTLY' });
  });
});

describe('inputs and nonces', () => {
  it('of one payment are never signed for another, unless an operator abandons it', async () => {
    const { local: made, payments } = await localPayments();
    const source = {
      kind: 'OUTPUTS' as const,
      outputs: [payments.output(400_000n)],
      change: payments.bitcoin.ownAddress('house', 3),
    };
    const [one, two] = [
      await payments.bitcoinPayment('w:1', { source }),
      await payments.bitcoinPayment('w:2', { source }),
    ];
    await made.signer.sign(await payments.approved(one));
    expect(await made.signer.sign(await payments.approved(two))).toMatchObject({ refused: 'OUTPOINT_RESERVED' });
    const nonces = [payments.usdtPayment('w:3', { nonce: 5 }), payments.usdtPayment('w:4', { nonce: 5 })] as const;
    await made.signer.sign(await payments.approved(nonces[0]));
    expect(await made.signer.sign(await payments.approved(nonces[1]))).toMatchObject({ refused: 'OUTPOINT_RESERVED' });

    await made.signer.abandon('w:1', 'its inputs were spent elsewhere');
    await made.restart();
    expect(await made.signer.sign(await payments.approved(one))).toMatchObject({ refused: 'ABANDONED' });
    expect(await made.signer.sign(await payments.approved(two))).toMatchObject({ line: 5 });
    await expect(made.signer.abandon('w:1', 'again')).rejects.toThrow('already');
    await expect(made.signer.abandon('w:99', 'never')).rejects.toThrow('never signed');
  });

  it('keep their amount: two false amounts never combine into one valid transaction', async () => {
    const { local: made, payments } = await localPayments();
    const [true1, true2] = [payments.output(300_000n), payments.output(300_000n)];
    const change = payments.bitcoin.ownAddress('house', 4);
    const make = (outputs: (typeof true1)[], id: string) =>
      payments.bitcoinPayment(id, { amount: 500_000n, source: { kind: 'OUTPUTS', outputs, change } });
    const first = await make([true1, { ...true2, amount: 250_000n }], 'w:1');
    const approvalRequest = { ...first.approvalRequest, feeCap: '900000' };
    const { unsigned } = first;
    expect(await made.signer.sign(await payments.approved({ approvalRequest, unsigned }))).toMatchObject({ line: 2 });
    // The same transaction with the true amount of the other input: its fee is 50,000 satoshi higher than evaluated.
    const amountText = (amount: number) => Buffer.from(new BigUint64Array([BigInt(amount)]).buffer).toString('hex');
    const bytes = Buffer.from(unsigned.payload, 'base64').toString('hex');
    expect(bytes.split(amountText(250_000))).toHaveLength(2);
    const payload = Buffer.from(bytes.replace(amountText(250_000), amountText(300_000)), 'hex').toString('base64');
    expect(await made.signer.sign(await payments.approved({ approvalRequest, payload }))).toMatchObject({
      refused: 'SIGNED_DIFFERENTLY',
      detail: expect.stringContaining('was 250000 satoshi before'),
    });
    await made.signer.abandon('w:1', 'to show that the sums outlive it');
    expect(await made.signer.sign(await payments.approved(await make([true1, true2], 'w:2')))).toMatchObject({
      refused: 'INPUTS',
    });
  });
});

describe('the file', () => {
  it('with an incomplete last line is truncated, with any other change refused', async () => {
    const { local: made, payments } = await localPayments();
    for (const id of ['w:1', 'w:2', 'w:3']) await made.signer.sign(await payments.approved(payments.usdtPayment(id)));
    const { journalFile, secrets } = made;
    const whole = await readFile(journalFile, 'utf8');
    const reopen = async () => {
      const journal = await Journal.open(journalFile, secrets.journalKey);
      await journal.close();
      return journal.lines.length;
    };
    await appendFile(journalFile, whole.slice(0, 100));
    expect(await reopen()).toBe(4);
    expect(await readFile(journalFile, 'utf8')).toBe(whole);

    const lines = whole.trimEnd().split('\n');
    const amounts = whole.replace('"amount":"5000000"', '"amount":"4000000"');
    for (const changed of [
      amounts,
      [lines[0], lines[1], lines[3]].join('\n'),
      [lines[0], lines[2], lines[1], lines[3]].join('\n'),
      [...lines, lines[3]].join('\n'),
    ]) {
      await writeFile(journalFile, `${changed.trimEnd()}\n`);
      await expect(reopen()).rejects.toThrow('was modified');
    }
    await writeFile(journalFile, whole);
    await expect(Journal.open(journalFile, Buffer.alloc(32))).rejects.toThrow('line 1');
    await truncate(journalFile, whole.length - 10);
    expect(await reopen()).toBe(3);
  });
});

describe('a process killed between journal and response', { timeout: 120_000 }, () => {
  it('has signed: after a restart the same bytes are returned', async () => {
    const signer = await prepareSigner();
    onTestFinished(() => signer.close());
    await signer.start('stops-after-journal-process');
    const payments = await testPayments(signer);
    payments.bitcoin.close();
    const request = await payments.approved(await payments.bitcoinPayment('w:1'));
    const lost = signer.client.sign(request).catch((error: unknown) => error);
    await signer.until('at after-journal');
    await signer.kill();
    expect(await lost).toMatchObject({ name: 'SignerUnavailable' });
    // Behind the name of the signer and the first approvers.
    const [, , line = ''] = (await readFile(`${signer.folder}/journal`, 'utf8')).split('\n');
    const { signed } = JSON.parse(line.slice(65)) as { signed: string };

    await signer.start();
    const other = await payments.approved(await payments.bitcoinPayment('w:1'));
    expect(await signer.client.sign(other)).toMatchObject({ refused: 'SIGNED_DIFFERENTLY' });
    expect(await signer.client.sign(request)).toEqual({ signed, line: 3 });
  });
});

describe('lines of requests that wait together', () => {
  it('are written at once, and each answer waits for its own', async () => {
    const { local: made, payments } = await localPayments();
    const requests = await Promise.all(
      Array.from({ length: 20 }, async (_, at) => payments.approved(payments.usdtPayment(`w:${at}`, { nonce: at }))),
    );
    const file = handleOf(made.journal);
    const answers = await Promise.all(
      requests.map(async (request) => {
        const answer = await made.signer.sign(request);
        if ('refused' in answer) throw new Error(answer.detail);
        expect((await linesOnDisk(made.journalFile)).length).toBeGreaterThanOrEqual(answer.line);
        return answer;
      }),
    );
    expect(new Set(answers.map(({ line }) => line)).size).toBe(20);
    expect(file.datasync.mock.calls.length).toBeLessThan(10);
    await made.restart();
    for (const [at, request] of requests.entries()) expect(await made.signer.sign(request)).toEqual(answers[at]);
  });

  it('leave no answer, no position and no refusal behind while they are not on disk', async () => {
    const { local: made, payments } = await localPayments();
    const file = handleOf(made.journal);
    const first = await payments.approved(payments.usdtPayment('w:1', { nonce: 1 }));
    const rival = await payments.approved(payments.usdtPayment('w:2', { nonce: 1 }));
    let store: () => void = () => undefined;
    file.datasync.mockImplementationOnce(() => new Promise((resolve) => (store = () => resolve(undefined))));
    const answered: string[] = [];
    const pending = [
      made.signer.sign(first).then(() => answered.push('signed')),
      made.signer.sign(first).then(() => answered.push('repeated')),
      made.signer.sign(rival).then(() => answered.push('refused')),
      made.signer.finalise('w:1').then(() => answered.push('finalised')),
    ];
    await expect.poll(() => file.datasync.mock.calls.length).toBe(1);
    // Everything is evaluated by now, and the line is in no answer.
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    expect(answered).toEqual([]);
    expect(made.journal.position().line).toBe(1);
    expect(made.journal.headAt(2)).toBeNull();
    store();
    await Promise.all(pending);
    expect(answered.toSorted()).toEqual(['finalised', 'refused', 'repeated', 'signed']);
    expect(made.journal.position().line).toBe(2);
  });

  it('that cannot be written end in no answer, and nothing is signed afterwards', async () => {
    const { local: made, payments } = await localPayments();
    const [one, two] = [
      await payments.approved(payments.usdtPayment('w:1', { nonce: 1 })),
      await payments.approved(payments.usdtPayment('w:2', { nonce: 2 })),
    ];
    handleOf(made.journal).datasync.mockRejectedValueOnce(new Error('the disk is full'));
    const answers = await Promise.allSettled([made.signer.sign(one), made.signer.sign(two), made.signer.sign(one)]);
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    await expect(made.signer.finalise('w:1')).rejects.toThrow('restart the signer');
    await made.restart();
    expect(await made.signer.sign(one)).toMatchObject({ line: 2 });
  });
});

/** The journal's file, whose fsync a test delays or fails. */
function handleOf(journal: Journal) {
  const { handle } = journal as unknown as { handle: { datasync: () => Promise<void> } };
  return { datasync: vi.spyOn(handle, 'datasync') };
}

async function linesOnDisk(file: string): Promise<string[]> {
  return (await readFile(file, 'utf8')).split('\n').slice(0, -1);
}
