import type { Data, Input } from '@lode/contract';
import type { Database } from '../../../platform/db/database.ts';
import type { RequestContext } from '../../../platform/http/context.ts';
import { rowId } from '../../../platform/http/page.ts';
import { badInput, isRefusal, notFound, type Refusal, refuse } from '../../../platform/http/refusal.ts';
import type { MoneyCallPorts } from '../../../platform/money-call/money-call.ts';
import type { Proof } from '../../../platform/money-call/proof.ts';
import { withdrawCodeSubject } from '../../../platform/money-call/withdraw-code.ts';
import type { AnnouncePort } from '../../../platform/security-event.ts';
import { coinOf } from '../domain/coins.ts';
import type { RequestPorts } from '../withdrawal-ports.ts';
import {
  addAddress,
  type BookEntry,
  knownSince,
  mostAddresses,
  readAddresses,
  removeAddress,
} from './address-book.repository.ts';
import { checkDestination, validateAddress } from './validate-address.ts';

export interface BookPorts
  extends RequestPorts,
    AnnouncePort,
    Pick<MoneyCallPorts, 'checkMoneySecret' | 'proveCode' | 'proveSecondFactor'> {
  database: Database;
}

type EntryResponse = Data<'withdrawAddressAdd'>;

const hour = 3_600_000;

/** End of the hold on an address added at `since`; null when it is over. */
function heldUntil(since: Date, { holdHours }: Pick<RequestPorts, 'holdHours'>, now: Date): string | null {
  const until = new Date(since.getTime() + holdHours * hour);
  return until > now ? until.toISOString() : null;
}

function entryResponse(entry: BookEntry, ports: RequestPorts, now: Date): EntryResponse {
  const { id, network, addressKey, label, addedAt } = entry;
  const coin = coinOf[network];
  const until = heldUntil(addedAt, ports, now);
  const address = ports.addressOf(network, addressKey);
  return { id: String(id), coin, network, address, label, addTime: addedAt.toISOString(), until };
}

export async function listAddresses(ports: BookPorts, { session, now }: RequestContext): Promise<EntryResponse[]> {
  const entries = await readAddresses(ports.database, session.customerId);
  return entries.map((entry) => entryResponse(entry, ports, now));
}

/** Control and direction marks: a label is shown beside an address and must not reorder it. */
const invisible = /[\p{Cc}\p{Cf}]/u;

/** A stolen session alone cannot add an address: the funds password and a code are checked too. */
export async function addToBook(
  ports: BookPorts,
  { session, now }: RequestContext,
  {
    coin,
    network,
    address: typed,
    label = '',
    password,
    passwordToken,
    code,
    secondFactor,
  }: Input<'withdrawAddressAdd'>,
): Promise<EntryResponse | Refusal> {
  const { customerId, account } = session;
  if (invisible.test(label)) return badInput('label');
  if ((password === undefined) === (passwordToken === undefined))
    return badInput(password === undefined ? 'password' : 'passwordToken');
  const secret = { password, passwordToken };
  const secretProof = await ports.checkMoneySecret({ customerId, secret, purpose: 'WITHDRAW', now });
  if (isRefusal(secretProof)) return secretProof;
  const madeFor = withdrawCodeSubject({ coin, network, address: typed });
  const codeProof = await ports.proveCode({ account, scene: 'WITHDRAW', code, madeFor, now });
  if (isRefusal(codeProof)) return codeProof;
  const factorProof = await ports.proveSecondFactor({ customerId, given: secondFactor, madeFor, now });
  if (isRefusal(factorProof)) return factorProof;

  const validated = await validateAddress(
    ports.database,
    await checkDestination(ports, { coin, network, address: typed }),
  );
  if (!validated.valid) return refuse('badAddress');
  const { key: addressKey, address } = validated;
  const known = await knownSince(ports.database, customerId, network, addressKey);
  if (known === null && (await readAddresses(ports.database, customerId)).length >= mostAddresses) return full();
  if (codeProof.fitsCall === false) return refuse('wrongCode');
  return ports.database.transaction(async (dbTx) => {
    const used = await useUp([secretProof, codeProof, ...(factorProof === null ? [] : [factorProof])], dbTx);
    if (used !== null) return used;
    const entry = { network, address, addressKey, label: label.trim(), addedAt: now };
    const added = await addAddress(dbTx, customerId, entry);
    if (added === null) return full();
    const detail = { coin, addressEnd: address.slice(-6) };
    await ports.announce(dbTx, { kind: 'ADDRESS_ADDED', customerId, at: now, detail });
    return entryResponse(added, ports, now);
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
  { database, addressOf, announce }: Pick<BookPorts, 'database' | 'addressOf' | 'announce'>,
  { session: { customerId }, now }: RequestContext,
  { id }: Input<'withdrawAddressRemove'>,
): Promise<null | Refusal> {
  const row = rowId(id);
  if (row === null) return notFound();
  return database.transaction(async (dbTx) => {
    const removed = await removeAddress(dbTx, customerId, row);
    if (removed === null) return notFound();
    const { network, addressKey } = removed;
    const detail = { coin: coinOf[network], addressEnd: addressOf(network, addressKey).slice(-6) };
    await announce(dbTx, { kind: 'ADDRESS_REMOVED', customerId, at: now, detail });
    return null;
  });
}

/** `GET withdraw/check/address`. An invalid address is a result here, not an error. */
export async function checkAddress(
  ports: BookPorts,
  { session, now }: RequestContext,
  destination: Input<'withdrawCheckAddress'>,
): Promise<Data<'withdrawCheckAddress'>> {
  const validated = await validateAddress(ports.database, await checkDestination(ports, destination));
  if (!validated.valid) return { valid: false, reason: validated.reason, known: false, until: null };
  const since = await knownSince(ports.database, session.customerId, destination.network, validated.key);
  const until = heldUntil(since ?? now, ports, now);
  return { valid: true, reason: until === null ? null : 'NEW_ADDRESS', known: since !== null, until };
}
