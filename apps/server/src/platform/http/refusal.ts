import { type CodeName, codes, type Envelope, type TransportStatus, transportMessages } from '@lode/contract';

/** An expected "no". Use cases return it as a value; only broken invariants throw. */
export class Refusal {
  readonly status: number;
  readonly envelope: Envelope<unknown>;
  /** The name in the contract's table of codes; null for what the transport itself refuses. */
  readonly codeName: Exclude<CodeName, 'ok'> | null;

  constructor(status: number, envelope: Envelope<unknown>, codeName: Refusal['codeName'] = null) {
    this.status = status;
    this.envelope = envelope;
    this.codeName = codeName;
  }
}

/** A business refusal: HTTP 200 with the code and message that the contract declares. */
export function refuse(codeName: Exclude<CodeName, 'ok'>, data: unknown = null): Refusal {
  return new Refusal(200, { ...codes[codeName], data }, codeName);
}

/** What the transport refuses: the envelope's code equals the HTTP status. */
export function transportRefusal(status: TransportStatus, data: unknown = null): Refusal {
  return new Refusal(status, { code: status, message: transportMessages[status], data });
}

/** Unknown, or another customer's: the two must look alike. */
export function notFound(): Refusal {
  return transportRefusal(404);
}

/** Malformed, missing, duplicate or unknown input; the field is named in words and in data. */
export function badInput(field: string): Refusal {
  const message = `${transportMessages[400]}：${field}`;
  return new Refusal(400, { code: 400, message, data: { field } });
}

/** Too much at once, or a dependency is down: try again later. */
export function unavailable(): Refusal {
  return transportRefusal(503);
}

export function isRefusal(answer: unknown): answer is Refusal {
  return answer instanceof Refusal;
}
