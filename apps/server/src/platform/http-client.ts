/** An unusable response of another party's server; the message says why. */
export class UnusableAnswer extends Error {
  override readonly name = 'UnusableAnswer';
}

/** All of an answer, or an `UnusableAnswer` as soon as it is longer than that: the rest is not read. */
export async function boundedText(response: Response, mostBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > mostBytes) throw new UnusableAnswer(`an answer of more than ${mostBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** A JSON object, or an `UnusableAnswer`. */
export function jsonObject(text: string): Record<string, unknown> {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch (error) {
    throw new UnusableAnswer('an answer that is no JSON', { cause: error });
  }
  if (typeof answer === 'object' && answer !== null && !Array.isArray(answer)) return answer as Record<string, unknown>;
  throw new UnusableAnswer('an answer that is no object');
}
