import { randomId } from '../../lib/random-id.ts';

interface InHand {
  requestId: string;
  /** The input, as text. */
  input: string;
  at: number;
}

const prefix = 'request:';
/** Longer than any time-out, shorter than the time until somebody wants the same again. */
const keptForMs = 10 * 60_000;

/**
 * The `requestId` of a call with this input. While its fate is unknown it stays the same, also after a reload: sent again it is
 * then the same request, and not a second one. No secret is kept, and `settle` forgets it.
 */
export function requestIdFor(call: string, input: object, now: number): string {
  const text = JSON.stringify(input);
  const known = read(call);
  if (known !== null && known.input === text && now - known.at < keptForMs) return known.requestId;
  const requestId = randomId();
  write(call, { requestId, input: text, at: now });
  return requestId;
}

/** The call was answered: the next one is another request. */
export function settle(call: string): void {
  try {
    sessionStorage.removeItem(prefix + call);
  } catch {
    // Without storage nothing was kept.
  }
}

function read(call: string): InHand | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(prefix + call) ?? 'null');
    const isInHand =
      typeof value === 'object' && value !== null && 'requestId' in value && 'input' in value && 'at' in value;
    return isInHand ? (value as InHand) : null;
  } catch {
    return null;
  }
}

function write(call: string, inHand: InHand): void {
  try {
    sessionStorage.setItem(prefix + call, JSON.stringify(inHand));
  } catch {
    // Private windows may refuse: then a reload makes it another request.
  }
}
