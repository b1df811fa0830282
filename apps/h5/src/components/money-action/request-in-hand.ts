import { randomId } from '../../lib/random-id.ts';

interface InHand {
  /** Customer, call and input, as a hash of them: neither address nor amount can be read where it is kept. */
  name: string;
  requestId: string;
  /** When it was sent last. */
  at: number;
}

const storageKey = 'requests';
/** Longer than any time-out, shorter than the time until somebody wants the same again. */
const keptForMs = 10 * 60_000;

/** The page's own memory: a browser that refuses its storage loses them with a reload, and not before. */
let remembered: readonly InHand[] = [];

/** As the call carries it: an amount has one spelling, so that 100 and 100.00 are one request. */
export function spelledOnce<Input extends object>(input: Input): Input {
  if (!('amount' in input) || typeof input.amount !== 'string') return input;
  return { ...input, amount: input.amount.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '') };
}

/** What makes a request the same one: everything that the server compares, and so no one-time code. */
export function requestName(customer: string, call: string, input: object): string {
  const fields = Object.entries(input).filter(([field, value]) => field !== 'code' && value !== undefined);
  return hashOf(JSON.stringify([customer, call, fields.sort(([a], [b]) => (a < b ? -1 : 1))]));
}

/**
 * FNV-1a from two starts, 64 bits in all. It answers at once, and without TLS, which the browser's own hashes do not; two
 * names that met in it would be one id for two requests, which the server refuses.
 */
function hashOf(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return [0x811c9dc5, 0x2f0b4c47]
    .map((start) => bytes.reduce((hash, byte) => Math.imul(hash ^ byte, 0x01000193) >>> 0, start))
    .map((half) => half.toString(16).padStart(8, '0'))
    .join('');
}

/**
 * The `requestId` of a request. Until it was carried out it stays the same, also after a reload, another request in
 * between, or another login: sent again it is then the same request, and not a second one. A refusal frees an id on the
 * server and forgets nothing here, because an earlier send of it may still be on its way.
 */
export function requestIdFor(name: string, now: number): string {
  const inHand = allInHand().filter(({ at }) => now - at < keptForMs);
  const requestId = inHand.find((each) => each.name === name)?.requestId ?? randomId();
  keep([...inHand.filter((each) => each.name !== name), { name, requestId, at: now }]);
  return requestId;
}

/** The request was carried out: the next one of this name is another. */
export function settle(name: string): void {
  keep(allInHand().filter((each) => each.name !== name));
}

/** What a reload does. */
export function forgetMemory(): void {
  remembered = [];
}

function allInHand(): readonly InHand[] {
  const names = new Set(remembered.map(({ name }) => name));
  return [...remembered, ...stored().filter(({ name }) => !names.has(name))];
}

function keep(inHand: readonly InHand[]): void {
  remembered = inHand;
  try {
    if (inHand.length === 0) sessionStorage.removeItem(storageKey);
    else sessionStorage.setItem(storageKey, JSON.stringify(inHand));
  } catch {
    // Private windows may refuse: then a reload makes it another request.
  }
}

function stored(): InHand[] {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(value) ? value.filter(isInHand) : [];
  } catch {
    return [];
  }
}

function isInHand(value: unknown): value is InHand {
  const isRecord = typeof value === 'object' && value !== null;
  return isRecord && 'requestId' in value && 'name' in value && 'at' in value;
}
