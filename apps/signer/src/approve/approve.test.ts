// Proves that an approver's own machine signs what it shows, for its own person, and needs nothing of server or signer.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bitcoinAddress } from '@lode/chain-bitcoin';
import {
  type ApprovalRequest,
  isValidApproval,
  isValidChangeSignature,
  type KeyChange,
  keyFingerprint,
  readApprovalFile,
  readSignedChangeFile,
  reviewText,
  WrongPassphrase,
  writeChangeFile,
  writeReviewFile,
} from '@lode/signing';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApproverTerminal, makeKey, signKeyChangeFile, signReview } from './approve.ts';

const passphrase = 'correct horse battery';
const approvalRequest: ApprovalRequest = {
  paymentId: 'withdrawal:7-abc',
  network: 'BITCOIN',
  chain: 'regtest',
  coin: 'BTC',
  destination: `0014${'c0'.repeat(20)}`,
  amount: '100000',
  feeCap: '20000',
};
const address = bitcoinAddress(approvalRequest.destination, 'regtest');
const by = { approver: 'finance', role: 'FINANCE' as const, approvedAt: '2020-03-01T04:00:00.000Z' };
const parsed = { ...approvalRequest, address, fee: '700', change: '0', earlier: null, leftToday: '1', perPayment: '1' };
const text = reviewText(approvalRequest, by, parsed);
let folder: string;
let key: string;
let made = 0;
const newFile = () => join(folder, `file-${++made}`);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lode-approve-'));
  key = newFile();
  await makeKey({ name: 'finance', out: key }, terminal(passphrase, passphrase));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function terminal(...answers: string[]): ApproverTerminal & { lines: string[] } {
  const lines: string[] = [];
  const ask = async () => answers.shift() ?? '';
  return { lines, show: (line) => void lines.push(line), ask, askSecret: ask };
}
async function requestFile(changes: object = {}): Promise<string> {
  const file = newFile();
  await writeFile(file, writeReviewFile({ approvalRequest, by, text, ...changes }));
  return file;
}

it('shows the text of the signer and signs exactly it', async () => {
  const [request, out] = [await requestFile(), newFile()];
  const person = terminal(address.slice(-6).toUpperCase(), passphrase);
  await signReview({ request, key, out }, person);
  expect(person.lines.slice(0, -1)).toEqual(
    text
      .trimEnd()
      .split('\n')
      .map((line) => `  ${line}`),
  );
  const signed = readApprovalFile(await readFile(out, 'utf8'));
  const { publicKey } = JSON.parse(await readFile(key, 'utf8')) as { publicKey: string };
  if (!('signature' in signed.approval)) throw new Error('a signature was expected');
  expect(signed.approval.text).toBe(text);
  expect(isValidApproval(publicKey, approvalRequest, signed.approval)).toBe(true);
  await expect(signReview({ request, key, out }, terminal(address.slice(-6), passphrase))).rejects.toThrow('EEXIST');
});

it('signs nothing for another address, end, person or passphrase', async () => {
  const other = bitcoinAddress(`0014${'d0'.repeat(20)}`, 'regtest');
  const swapped = reviewText(approvalRequest, by, { ...parsed, address: other });
  const end = address.slice(-6);
  const sign = async (changes: object, ...answers: string[]) =>
    signReview({ request: await requestFile(changes), key, out: newFile() }, terminal(...answers));
  await expect(sign({ text: swapped }, other.slice(-6), passphrase)).rejects.toThrow('shows another address');
  const away = { ...approvalRequest, destination: `0014${'d0'.repeat(20)}` };
  await expect(sign({ approvalRequest: away }, end, passphrase)).rejects.toThrow('not of its payment');
  await expect(sign({}, 'aaaaaa', passphrase)).rejects.toThrow('does not match');
  await expect(sign({}, end, 'another passphrase')).rejects.toThrow(WrongPassphrase);
  const approver = { ...by, approver: 'approver' };
  const textOf = reviewText(approvalRequest, approver, parsed);
  await expect(sign({ by: approver, text: textOf }, end, passphrase)).rejects.toThrow('the request is for approver');
});

it.each([
  ['a small amount', text.replace('pays 0.00100000 BTC', 'pays 0.00000100 BTC'), 'another amount'],
  ['two amounts', text.replace('pays 0.00100000 BTC', 'pays 0.00000100 BTC\npays 0.00100000 BTC'), 'another amount'],
  ['a small largest fee', text.replace('at most 0.00020000', 'at most 0.00000200'), 'another largest fee'],
  ['two addresses', text.replace('\naddress ', '\naddress bcrt 1qaa\naddress '), 'another address'],
  ['words behind it', `${text}reviewed by compliance\n`, 'lines of another kind'],
  ['a screen between', text.replace('\nleft of', `\n${'\n'.repeat(60)}left of`), 'other limits'],
])('signs no text that shows the person %s', async (_, shown, refusal) => {
  expect(shown).not.toBe(text);
  const request = await requestFile({ text: shown });
  const signing = signReview({ request, key, out: newFile() }, terminal(address.slice(-6), passphrase));
  await expect(signing).rejects.toThrow(refusal);
});

it('signs the text of a payment with change, earlier payments and a coin of its own', async () => {
  const shown = { ...parsed, change: '5', earlier: { since: '2020-01-01T00:00:00.000Z', count: 2, total: '300' } };
  const request = await requestFile({ text: reviewText(approvalRequest, by, shown) });
  await signReview({ request, key, out: newFile() }, terminal(address.slice(-6), passphrase));
});

it.each([
  ['a date to come, which would never expire', new Date(Date.now() + 2 * 3_600_000).toISOString()],
  ['what is no date', '2020-99-99T99:99:99.999Z'],
])('signs nothing with %s', async (_, approvedAt) => {
  const later = { ...by, approvedAt };
  const request = await requestFile({ by: later, text: reviewText(approvalRequest, later, parsed) });
  const signing = signReview({ request, key, out: newFile() }, terminal(address.slice(-6), passphrase));
  await expect(signing).rejects.toThrow("after this machine's clock");
});

it('signs a change of another key after the fingerprint was heard, and no change of the own one', async () => {
  const { publicKey } = JSON.parse(await readFile(key, 'utf8')) as { publicKey: string };
  const change = {
    id: '0123456789abcdef',
    askedAt: by.approvedAt,
    action: 'REPLACE',
    name: 'approver',
    role: 'APPROVER',
    key: { kind: 'SOFTWARE', publicKey: `${'A'.repeat(43)}=` },
  } as const;
  const fingerprint = keyFingerprint(change.key);
  const sign = async (asked: KeyChange, ...answers: string[]) => {
    const [request, out, person] = [newFile(), newFile(), terminal(...answers)];
    const signer = { approver: 'finance', signedAt: by.approvedAt };
    await writeFile(request, writeChangeFile({ change: asked, by: signer }));
    await signKeyChangeFile({ request, key, out }, person);
    return { lines: person.lines, signed: readSignedChangeFile(await readFile(out, 'utf8')) };
  };
  const { lines, signed } = await sign(change, fingerprint.slice(-19), passphrase);
  expect(lines).toContain('  replace all keys of approver');
  expect(lines).toContain(`  new key software key ${fingerprint}`);
  const finance = { name: 'finance', role: 'FINANCE', publicKey } as const;
  expect(isValidChangeSignature(finance, change, signed.signature)).toBe(true);
  expect(isValidChangeSignature(finance, { ...change, role: 'FINANCE' }, signed.signature)).toBe(false);
  await expect(sign(change, fingerprint.slice(0, 9), passphrase)).rejects.toThrow('nothing was signed');
  await expect(sign({ ...change, name: 'finance' }, fingerprint.slice(-19), passphrase)).rejects.toThrow(
    'your own keys',
  );
});

it('runs as a program with an empty environment', async () => {
  const program = join(folder, 'approve.mjs');
  const entry = join(import.meta.dirname, 'main.ts');
  await build({
    entryPoints: [entry],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
  });
  const [request, out] = [await requestFile(), newFile()];
  const child = spawn(process.execPath, [program, 'sign', '--request', request, '--key', key, '--out', out], {
    env: {},
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  child.stdin.end(`${address.slice(-6)}\n${passphrase}\n`);
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect({ code, printed }).toMatchObject({ code: 0, printed: expect.stringContaining('pays 0.00100000 BTC') });
  expect(readApprovalFile(await readFile(out, 'utf8')).approval.approver).toBe('finance');
});
