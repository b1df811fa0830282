import type { Clock } from '../../platform/clock/clock.ts';
import { execute, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import { enqueue, type Job } from '../../platform/jobs/jobs.ts';
import type { EventLog } from '../../platform/log/event-log.ts';
import { sealerOfBoth } from '../../platform/secrets/sealed.ts';
import { type CodeMessage, type Message, type MessageDriver, type Notice, scenes } from './message.ts';

export const sendMessageJob = 'send-message';

/**
 * The pauses grow, and the last attempt comes after the ten minutes that a code lives: it drops the message, so that no
 * code stays in the queue for good.
 */
const attempts = 8;

/** The queue is a table that backups hold and the server's role reads: the code stands sealed in it. */
interface QueuedCode extends Omit<CodeMessage, 'code'> {
  sealedCode: string;
  expiresAt: string;
}

/** Over a day with their pauses: the last one drops a notice whose link must not stay in the queue. */
const noticeAttempts = 14;

/** Puts a message into the outbox of the caller's transaction. */
export function queueMessage(
  db: Queryable,
  pepper: Buffer,
  { code, ...message }: CodeMessage,
  expiresAt: Date,
): Promise<void> {
  const queued = { ...message, expiresAt: expiresAt.toISOString() };
  const sealedCode = codeSealer(pepper).seal(Buffer.from(code), contextOf(queued)).toString('base64');
  return enqueue(db, sendMessageJob, { ...queued, sealedCode }, { maxAttempts: attempts });
}

/** All that decides where the code goes and what it is said to be for. */
function contextOf({ to, scene, payment, expiresAt }: Omit<QueuedCode, 'sealedCode'>): string {
  const { coin, address, amount } = payment ?? {};
  return JSON.stringify([to, scene, expiresAt, coin ?? null, address ?? null, amount ?? null]);
}

/** A notice that is no news after a time, or one for good. Its link freezes withdrawals: it stands sealed in the queue. */
interface QueuedNotice extends Omit<Notice, 'link'> {
  sealedLink?: string;
  expiresAt?: string;
}

/** The same for one notice that is no news after a time. */
export function queueNotice(
  db: Queryable,
  pepper: Buffer,
  { link, ...notice }: Omit<Notice, 'scene'>,
  expiresAt: Date,
): Promise<void> {
  const queued: QueuedNotice = { ...notice, scene: 'NOTICE', expiresAt: expiresAt.toISOString() };
  if (link !== undefined) {
    const sealed = linkSealer(pepper).seal(Buffer.from(JSON.stringify(link)), noticeContext(queued));
    queued.sealedLink = sealed.toString('base64');
  }
  return enqueue(db, sendMessageJob, queued, { maxAttempts: noticeAttempts });
}

const linkSealer = (pepper: Buffer, previous: Buffer | null = null) => sealerOfBoth(pepper, previous, 'queued link');

/** All that decides where the link goes and what it is said to be for. */
const noticeContext = ({ to, text, at, expiresAt }: QueuedNotice) => JSON.stringify([to, text, at, expiresAt]);

/** A link that is not sealed was not put there by the server: it is left out. */
function noticeOf(queued: QueuedNotice, { pepper, previousPepper }: SendDeps): Notice {
  const { to, scene, text, at, sealedLink } = queued;
  const notice: Notice = { to, scene, text, ...(at !== undefined && { at }) };
  if (sealedLink === undefined) return notice;
  const opened = opening('link', () =>
    linkSealer(pepper, previousPepper).open(Buffer.from(sealedLink, 'base64'), noticeContext(queued)),
  );
  return { ...notice, link: JSON.parse(opened) as NonNullable<Notice['link']> };
}

const addNotices = query('messages.queue-notices', 'select queue_notices($1::text[], $2::text[])');

/** Puts notices into the outbox of the caller's transaction, any number in one statement. One that fails is tried for three days. */
export async function queueNotices(db: Queryable, notices: readonly Omit<Notice, 'scene'>[]): Promise<void> {
  if (notices.length === 0) return;
  await execute(db, addNotices, [notices.map(({ to }) => to), notices.map(({ text }) => text)]);
}

/** Whether a text is an address that a coin is paid to. */
export type IsAddress = (coin: string, text: string) => Promise<boolean>;

export interface SendDeps {
  driver: MessageDriver;
  clock: Clock;
  pepper: Buffer;
  /** What was queued before the pepper was replaced is sent still. */
  previousPepper?: Buffer | null;
  /** The address of 客服. */
  support?: string;
  isAddress: IsAddress;
  log: EventLog;
}

/**
 * Delivers one message; a code that has died on the way is dropped, a driver's failure is tried again. So is a code with a text in
 * place of what it is good for: who took over the process that seals codes would speak in the name of the house.
 */
export function sendMessage(deps: SendDeps): Job {
  const { clock, support } = deps;
  const send = (message: Message) => deps.driver.send({ ...message, ...(support !== undefined && { support }) });
  return async (payload) => {
    const message = payload as QueuedNotice | QueuedCode;
    if (message.expiresAt !== undefined && new Date(message.expiresAt) <= clock.now()) return;
    if (message.scene === 'NOTICE') return send(noticeOf(message, deps));
    const opened = unsealed(message, deps);
    const wrong = await findWrong(opened, deps.isAddress);
    if (wrong === null) return send(opened);
    deps.log.error({
      event: 'message.code-dropped',
      scene: scenes.includes(opened.scene) ? opened.scene : null,
      wrong,
    });
  };
}

/** What of a code is not in its form; null where all is. */
async function findWrong({ scene, code, payment }: CodeMessage, isAddress: IsAddress): Promise<string | null> {
  if (!scenes.includes(scene)) return 'scene';
  if (!/^\d{6}$/.test(code)) return 'code';
  if (payment === undefined) return null;
  const { address, amount, coin } = payment;
  if (amount !== undefined && !/^\d{1,15}(\.\d{1,18})?$/.test(amount)) return 'amount';
  return (await isAddress(coin, address)) ? null : 'address';
}

function unsealed({ sealedCode, expiresAt, ...message }: QueuedCode, deps: SendDeps): CodeMessage {
  const { to, scene, payment } = message;
  const context = contextOf({ ...message, expiresAt });
  return { to, scene, code: openCode(deps, context, sealedCode ?? ''), ...(payment && { payment }) };
}

const codeSealer = (pepper: Buffer, previous: Buffer | null = null) => sealerOfBoth(pepper, previous, 'queued code');

function openCode({ pepper, previousPepper }: SendDeps, context: string, sealedCode: string): string {
  return opening('code', () => codeSealer(pepper, previousPepper).open(Buffer.from(sealedCode, 'base64'), context));
}

/** Neither the sealed text nor the cause of a failure may reach the queue's column of errors. */
function opening(what: 'code' | 'link', open: () => Buffer): string {
  try {
    return open().toString();
  } catch {
    throw new Error(`the ${what} was not sealed for this message with the pepper of this server`);
  }
}
