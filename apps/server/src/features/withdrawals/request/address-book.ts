import type { Data, Input } from '@lode/contract';
import type { Database } from '../../../platform/db/database.ts';
import type { RequestContext } from '../../../platform/http/context.ts';
import { rowId } from '../../../platform/http/page.ts';
import { badInput, isRefusal, notFound, type Refusal, refuse } from '../../../platform/http/refusal.ts';
import type { MoneyCallPorts } from '../../../platform/money-call/money-call.ts';
import type { Proof } from '../../../platform/money-call/proof.ts';
import type { WithdrawCoin } from '../domain/coins.ts';
import type { JudgePorts } from '../withdrawal-ports.ts';
import {
  addAddress,
  type BookEntry,
  knownSince,
  mostAddresses,
  readAddresses,
  removeAddress,
} from './address-book.repository.ts';
import { judgeAddress } from './validate-address.ts';

export interface BookPorts extends JudgePorts, Pick<MoneyCallPorts, 'checkMoneySecret' | 'proveCode'> {
  database: Database;
}

type EntryAnswer = Data<'withdrawAddressAdd'>;

const hour = 3_600_000;

/** Null when an address that is known since then can be paid now. */
function heldUntil(since: Date, { holdHours }: Pick<JudgePorts, 'holdHours'>, now: Date): string | null {
  const until = new Date(since.getTime() + holdHours * hour);
  return until > now ? until.toISOString() : null;
}

function entryAnswer(entry: BookEntry, ports: JudgePorts, now: Date): EntryAnswer {
  const { id, network, address, label, addedAt } = entry;
  const coin: WithdrawCoin = network === 'BITCOIN' ? 'BTC' : 'USDT';
  const until = heldUntil(addedAt, ports, now);
  return { id: String(id), coin, network, address, label, addTime: addedAt.toISOString(), until };
}

export async function listAddresses(ports: BookPorts, { session, now }: RequestContext): Promise<EntryAnswer[]> {
  const entries = await readAddresses(ports.database, session.customerId);
  return entries.map((entry) => entryAnswer(entry, ports, now));
}

/** Controls and marks of direction: a label stands beside an address, and may not turn it round. */
const unseen = /[\p{Cc}\p{Cf}]/u;

/** Whoever holds the session alone cannot make an address known: it takes the funds password and a code as well. */
export async function addToBook(
  ports: BookPorts,
  { session, now }: RequestContext,
  { coin, network, address: typed, label = '', password, passwordToken, code }: Input<'withdrawAddressAdd'>,
): Promise<EntryAnswer | Refusal> {
  const { customerId, account } = session;
  if (unseen.test(label)) return badInput('label');
  if ((password === undefined) === (passwordToken === undefined))
    return badInput(password === undefined ? 'password' : 'passwordToken');
  const secret = { password, passwordToken };
  const secretProof = await ports.checkMoneySecret({ customerId, secret, purpose: 'WITHDRAW', now });
  if (isRefusal(secretProof)) return secretProof;
  const codeProof = await ports.proveCode({ account, scene: 'WITHDRAW', code, now });
  if (isRefusal(codeProof)) return codeProof;

  const judged = await judgeAddress(ports.database, ports, { coin, network, address: typed });
  if (!judged.valid) return refuse('badAddress');
  const { key: addressKey, address } = judged;
  const known = await knownSince(ports.database, customerId, network, addressKey);
  if (known === null && (await readAddresses(ports.database, customerId)).length >= mostAddresses) return full();
  return ports.database.transaction(async (dbTx) => {
    const used = await useUp([secretProof, codeProof], dbTx);
    if (used !== null) return used;
    const entry = { network, address, addressKey, label: label.trim(), addedAt: now };
    const added = await addAddress(dbTx, customerId, entry);
    return added === null ? full() : entryAnswer(added, ports, now);
  });
}

const full = () => refuse('overLimit', { limit: String(mostAddresses) });

async function useUp(proofs: readonly Proof[], dbTx: Parameters<Proof['useUp']>[0]): Promise<Refusal | null> {
  for (const proof of proofs) {
    const refusal = await proof.useUp(dbTx);
    if (refusal !== null) return refusal;
  }
  return null;
}

export async function removeFromBook(
  { database }: Pick<BookPorts, 'database'>,
  { session }: RequestContext,
  { id }: Input<'withdrawAddressRemove'>,
): Promise<null | Refusal> {
  const row = rowId(id);
  const isRemoved = row !== null && (await removeAddress(database, session.customerId, row));
  return isRemoved ? null : notFound();
}

/** `GET withdraw/check/address`. A bad address is an answer here, not an error. */
export async function checkAddress(
  ports: BookPorts,
  { session, now }: RequestContext,
  destination: Input<'withdrawCheckAddress'>,
): Promise<Data<'withdrawCheckAddress'>> {
  const judged = await judgeAddress(ports.database, ports, destination);
  if (!judged.valid) return { valid: false, reason: judged.reason, known: false, until: null };
  const since = await knownSince(ports.database, session.customerId, destination.network, judged.key);
  const until = heldUntil(since ?? now, ports, now);
  return { valid: true, reason: until === null ? null : 'NEW_ADDRESS', known: since !== null, until };
}
