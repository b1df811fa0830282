import { createHash, createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { writeDurably } from '../durable-file.ts';
import type { Person } from './approval-desk.ts';

/** Whom a code enrols. */
export interface Invited extends Person {
  /** The new passkey replaces all keys of the person. */
  isReplacement: boolean;
}

/** Without letters and digits that look alike. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const codeLength = 12;
const validMs = 30 * 60_000;

interface Invite extends Invited {
  /** SHA-256 of the code. */
  hash: string;
  until: string;
}

const invitedBy = ({ name, role, isReplacement }: Invite): Invited => ({ name, role, isReplacement });
const hashOf = (code: string): string =>
  createHash('sha256').update(code.replace(/[\s-]/g, '').toUpperCase()).digest('hex');

/** One-time codes that enrol a person's passkey. The file carries an HMAC keyed from the signer's seed, as the policy does. */
export function invites(file: string, policyKey: Buffer, now: () => Date) {
  const macOf = (body: string): Buffer => createHmac('sha256', policyKey).update(`invites\n${body}`).digest();

  async function read(): Promise<Invite[]> {
    const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    });
    const [mac = '', body = ''] = text.split('\n');
    const [found, expected] = [Buffer.from(mac, 'hex'), macOf(body)];
    if (found.length !== expected.length || !timingSafeEqual(found, expected)) return [];
    return (JSON.parse(body) as Invite[]).filter(({ until }) => Date.parse(until) > now().getTime());
  }
  async function write(open: readonly Invite[]): Promise<void> {
    const body = JSON.stringify(open);
    await writeDurably(file, `${macOf(body).toString('hex')}\n${body}\n`);
  }

  return {
    /** Answers the code; an earlier one of the same person is void. */
    async add({ name, role, isReplacement }: Invited): Promise<string> {
      const code = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('');
      const until = new Date(now().getTime() + validMs).toISOString();
      const others = (await read()).filter((one) => one.name !== name);
      await write([...others, { name, role, isReplacement, hash: hashOf(code), until }]);
      return code.match(/.{4}/g)?.join('-') ?? code;
    },
    async find(code: string): Promise<Invited | null> {
      const found = (await read()).find(({ hash }) => hash === hashOf(code));
      return found ? invitedBy(found) : null;
    },
    /** Once: null when it was used or has expired. */
    async take(code: string): Promise<Invited | null> {
      const open = await read();
      const found = open.find(({ hash }) => hash === hashOf(code));
      if (!found) return null;
      await write(open.filter((one) => one !== found));
      return invitedBy(found);
    },
  };
}
export type Invites = ReturnType<typeof invites>;
