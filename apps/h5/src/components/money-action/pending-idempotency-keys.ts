import { randomId } from '../../lib/random-id.ts';

interface PendingKey {
  /** Hash of customer, call and input, so that storage reveals neither address nor amount; the field name is persisted. */
  name: string;
  requestId: string;
  /** Time of the last send. */
  at: number;
}

const storageKey = 'requests';
/** Longer than any timeout, shorter than the time until a customer repeats the same action on purpose. */
const retentionMs = 10 * 60_000;

/** Copy in memory, because a browser may refuse session storage. */
let inMemory: readonly PendingKey[] = [];

/** Gives an amount one spelling, so that 100 and 100.00 are the same request. */
export function normalisedInput<Input extends object>(input: Input): Input {
  if (!('amount' in input) || typeof input.amount !== 'string') return input;
  return { ...input, amount: input.amount.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '') };
}

/** Codes of which every attempt has another. */
const codeFields = ['code', 'secondFactor'];

/** Covers the fields that the server compares, and therefore no code: a retry with another one is the same request. */
export function requestFingerprint(customerId: string, call: string, input: object): string {
  const fields = Object.entries(input).filter(([field, value]) => !codeFields.includes(field) && value !== undefined);
  return hashOf(JSON.stringify([customerId, call, fields.sort(([a], [b]) => (a < b ? -1 : 1))]));
}

/**
 * FNV-1a from two seeds, 64 bits: synchronous and available without TLS, unlike SubtleCrypto. A collision reuses a key for
 * another request, which the server refuses.
 */
function hashOf(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return [0x811c9dc5, 0x2f0b4c47]
    .map((seed) => bytes.reduce((hash, byte) => Math.imul(hash ^ byte, 0x01000193) >>> 0, seed))
    .map((half) => half.toString(16).padStart(8, '0'))
    .join('');
}

/**
 * Returns the `requestId` of a request; it stays the same until the request succeeds, also across a reload, other requests
 * and another login. A refusal keeps it, because an earlier send of the same request may still be in flight.
 */
export function requestIdFor(fingerprint: string, now: number): string {
  const pending = allPending().filter(({ at }) => now - at < retentionMs);
  const requestId = pending.find(({ name }) => name === fingerprint)?.requestId ?? randomId();
  save([...pending.filter(({ name }) => name !== fingerprint), { name: fingerprint, requestId, at: now }]);
  return requestId;
}

/** Drops the key of a request that succeeded, so that the next request with this input gets a new one. */
export function completeRequest(fingerprint: string): void {
  save(allPending().filter(({ name }) => name !== fingerprint));
}

/** Simulates a reload in tests. */
export function clearMemory(): void {
  inMemory = [];
}

function allPending(): readonly PendingKey[] {
  const names = new Set(inMemory.map(({ name }) => name));
  return [...inMemory, ...stored().filter(({ name }) => !names.has(name))];
}

function save(pending: readonly PendingKey[]): void {
  inMemory = pending;
  try {
    if (pending.length === 0) sessionStorage.removeItem(storageKey);
    else sessionStorage.setItem(storageKey, JSON.stringify(pending));
  } catch {
    // Without storage, as in some private windows, a reload loses the keys.
  }
}

function stored(): PendingKey[] {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(value) ? value.filter(isPendingKey) : [];
  } catch {
    return [];
  }
}

function isPendingKey(value: unknown): value is PendingKey {
  const isRecord = typeof value === 'object' && value !== null;
  return isRecord && 'requestId' in value && 'name' in value && 'at' in value;
}
