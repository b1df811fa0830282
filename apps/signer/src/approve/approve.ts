import { readFile, writeFile } from 'node:fs/promises';
import { bitcoinAddress, isBitcoinChain } from '@lode/chain-bitcoin';
import { addressOfKey } from '@lode/chain-evm';
import {
  type ApprovalRequest,
  changeFingerprint,
  concernedBy,
  createApproverKey,
  isColdChange,
  keyFingerprint,
  openApproverKey,
  type PolicyChange,
  policyChangeText,
  readChangeFile,
  readReviewFile,
  reviewFlaw,
  type Sealed,
  signApproval,
  signPolicyChange,
  writeApprovalFile,
  writeSignedChangeFile,
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
/** Of the signer's clock before this machine's. */
const clockLeadMs = 3_600_000;
/** Four groups of four hex digits with their spaces: 64 bits, which no search finds again. */
const fingerprintEndLength = 19;

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
 * Shows the text of a review, asks for the end of the address and for the passphrase, and writes the approval. Address, amount and
 * largest fee are derived here from what the signer compares with the bytes: a file that shows others is refused.
 */
export async function signReview(
  { request, key: keyFile, out }: { request: string; key: string; out: string },
  terminal: ApproverTerminal,
): Promise<void> {
  const review = readReviewFile(await readFile(request, 'utf8'));
  const { approvalRequest, by, text } = review;
  const address = addressOf(approvalRequest);
  const flaw = reviewFlaw(text, approvalRequest, by, address);
  if (flaw !== null) throw new NotApproved(`the text shows ${flaw}: report this file`);
  // The file comes through others: an approval with a later date would outlive the days that the policy gives it.
  // A month 99 is no date, and compares with none.
  if (!(Date.parse(by.approvedAt) <= Date.now() + clockLeadMs))
    throw new NotApproved(`the request is dated ${by.approvedAt}, after this machine's clock: report this file`);
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
 * Signs a change of another approver's keys or of a cold wallet. The text is written here from the change; the person asks the owner
 * or the holders for the fingerprint by voice, and types its end as heard, or the name of the one who leaves.
 */
export async function signKeyChangeFile(
  { request, key: keyFile, out }: { request: string; key: string; out: string },
  terminal: ApproverTerminal,
): Promise<void> {
  const { change, by } = readChangeFile(await readFile(request, 'utf8'));
  const { name, sealedKey } = JSON.parse(await readFile(keyFile, 'utf8')) as KeyFile;
  if (name !== by.approver) throw new NotApproved(`the request is for ${by.approver}, the key is ${name}'s`);
  if (name === concernedBy(change)) throw new NotApproved('a change of your own keys is signed by others');
  for (const line of policyChangeText(change, by).trimEnd().split('\n')) terminal.show(`  ${line}`);
  const { expected, question } = questionOf(change);
  if ((await terminal.ask(question)).trim().toLowerCase() !== expected)
    throw new NotApproved('that is not what the change says: nothing was signed');
  const opened = await openApproverKey({ name, sealedKey }, await terminal.askSecret(`passphrase of ${name}: `));
  const signed = { id: change.id, signature: signPolicyChange(opened, by, change) };
  await writeFile(out, writeSignedChangeFile(signed), { flag: 'wx', mode: 0o600 });
  terminal.show(`signed: give ${out} to the signer's approver:sign --in`);
}

/** What the person types, as heard from whom the change concerns. */
function questionOf(change: PolicyChange): { expected: string; question: string } {
  const fingerprint = changeFingerprint(change);
  if (fingerprint !== null) {
    const speaker = isColdChange(change) ? 'the holders say' : sayers(concernedBy(change));
    const question = `Type the last four groups of the fingerprint as ${speaker} them: `;
    return { expected: fingerprint.slice(-fingerprintEndLength), question };
  }
  if (isColdChange(change))
    return {
      expected: change.network.toLowerCase(),
      question: 'Type the network that has no cold wallet any more: ',
    };
  return { expected: concernedBy(change) ?? '', question: 'Type the name of who leaves to continue: ' };
}

const sayers = (concerned: string | null): string => `${concerned ?? 'the person at the signer'} says`;

function addressOf({ network, chain, destination }: ApprovalRequest): string {
  if (network === 'ERC20') return addressOfKey(destination);
  if (!isBitcoinChain(chain)) throw new NotApproved(`unknown chain ${chain}`);
  return bitcoinAddress(destination, chain);
}
