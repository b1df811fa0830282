import { readFile, writeFile } from 'node:fs/promises';
import { bitcoinAddress, isBitcoinChain } from '@lode/chain-bitcoin';
import { addressOfKey } from '@lode/chain-evm';
import {
  type ApprovalRequest,
  changeFingerprint,
  concernedBy,
  createApproverKey,
  inGroups,
  keyChangeText,
  keyFingerprint,
  openApproverKey,
  readKeyChangeFile,
  readReviewFile,
  type Sealed,
  signApproval,
  signKeyChange,
  writeApprovalFile,
  writeSignedKeyChangeFile,
} from '@lode/signing';

/** The person's terminal. */
export interface ApproverTerminal {
  readonly show: (line: string) => void;
  readonly ask: (question: string) => Promise<string>;
  readonly askSecret: (question: string) => Promise<string>;
}

/** Nothing was signed; the message says why. */
export class NotApproved extends Error {
  override readonly name = 'NotApproved';
}

interface KeyFile {
  name: string;
  publicKey: string;
  sealedKey: Sealed;
}

const addressEndLength = 6;
/** Two groups of four with their space. */
const fingerprintEndLength = 9;

/** Makes a key of the person's own; the public key is enrolled at the signer. */
export async function makeKey({ name, out }: { name: string; out: string }, terminal: ApproverTerminal): Promise<void> {
  const passphrase = await terminal.askSecret(`new passphrase for approving of ${name}: `);
  if ((await terminal.askSecret('the same again: ')) !== passphrase) throw new NotApproved('the two are different');
  const key: KeyFile = { name, ...(await createApproverKey(name, passphrase)) };
  await writeFile(out, `${JSON.stringify(key)}\n`, { flag: 'wx', mode: 0o600 });
  terminal.show(`fingerprint ${keyFingerprint({ kind: 'SOFTWARE', publicKey: key.publicKey })}`);
  terminal.show(`enrol it at the signer: approver:add --name ${name} --role FINANCE|APPROVER --key ${key.publicKey}`);
}

/**
 * Shows the text of a review, asks for the end of the address and for the passphrase, and writes the approval. The address is derived
 * here from the destination that the signer compares with the bytes: a file with another one beside it is refused.
 */
export async function signReview(
  { request, key: keyFile, out }: { request: string; key: string; out: string },
  terminal: ApproverTerminal,
): Promise<void> {
  const review = readReviewFile(await readFile(request, 'utf8'));
  const { approvalRequest, by, text } = review;
  const address = addressOf(approvalRequest);
  if (!text.split('\n').includes(`address ${inGroups(address)}`))
    throw new NotApproved(`the text shows another address than ${address}, which would be paid: report this file`);
  const { name, sealedKey } = JSON.parse(await readFile(keyFile, 'utf8')) as KeyFile;
  if (name !== by.approver) throw new NotApproved(`the request is for ${by.approver}, the key is ${name}'s`);
  for (const line of text.trimEnd().split('\n')) terminal.show(`  ${line}`);
  const typed = await terminal.ask(`Type the last ${addressEndLength} characters of the address to continue: `);
  if (typed.toLowerCase() !== address.slice(-addressEndLength).toLowerCase())
    throw new NotApproved('the address does not match: nothing was signed');
  const opened = await openApproverKey({ name, sealedKey }, await terminal.askSecret(`passphrase of ${name}: `));
  const approval = signApproval(opened, by, approvalRequest, text);
  await writeFile(out, writeApprovalFile({ approvalRequest, approval }), { flag: 'wx', mode: 0o600 });
  const command = by.role === 'FINANCE' ? 'withdrawal:propose' : 'withdrawal:approve';
  terminal.show(`approved: give ${out} to ${command} --approval`);
}

/**
 * Signs a change of another approver's keys. The text is written here from the change; the person asks for the fingerprint by voice,
 * and types its end as heard, or the name of the one who leaves.
 */
export async function signKeyChangeFile(
  { request, key: keyFile, out }: { request: string; key: string; out: string },
  terminal: ApproverTerminal,
): Promise<void> {
  const { change, by } = readKeyChangeFile(await readFile(request, 'utf8'));
  const { name, sealedKey } = JSON.parse(await readFile(keyFile, 'utf8')) as KeyFile;
  if (name !== by.approver) throw new NotApproved(`the request is for ${by.approver}, the key is ${name}'s`);
  if (name === concernedBy(change)) throw new NotApproved('a change of your own keys is signed by others');
  for (const line of keyChangeText(change, by).trimEnd().split('\n')) terminal.show(`  ${line}`);
  const fingerprint = changeFingerprint(change);
  const expected = fingerprint?.slice(-fingerprintEndLength) ?? concernedBy(change);
  const speaker = concernedBy(change) ?? 'the person at the signer';
  const question =
    fingerprint === null
      ? 'Type the name of who leaves to continue: '
      : `Type the last two groups of the fingerprint as ${speaker} says them: `;
  if ((await terminal.ask(question)).trim().toLowerCase() !== expected)
    throw new NotApproved('that is not what the change says: nothing was signed');
  const opened = await openApproverKey({ name, sealedKey }, await terminal.askSecret(`passphrase of ${name}: `));
  const signed = { id: change.id, signature: signKeyChange(opened, by, change) };
  await writeFile(out, writeSignedKeyChangeFile(signed), { flag: 'wx', mode: 0o600 });
  terminal.show(`signed: give ${out} to the signer's approver:sign --in`);
}

function addressOf({ network, chain, destination }: ApprovalRequest): string {
  if (network === 'ERC20') return addressOfKey(destination);
  if (!isBitcoinChain(chain)) throw new NotApproved(`unknown chain ${chain}`);
  return bitcoinAddress(destination, chain);
}
