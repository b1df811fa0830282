/** Proves that what another server answers is read as far as it may be long, and taken for an object only when it is one. */
import { describe, expect, it } from 'vitest';
import { boundedText, jsonObject, UnusableAnswer } from './http-client.ts';

/** An answer in parts, and how many of them were asked for. */
function inParts(parts: readonly Uint8Array[]) {
  const asked = { parts: 0, isLeft: false };
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const part = parts[asked.parts];
        if (part === undefined) return controller.close();
        asked.parts += 1;
        controller.enqueue(part);
      },
      cancel() {
        asked.isLeft = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { response: new Response(stream), asked };
}
const bytes = (text: string) => new TextEncoder().encode(text);

describe('the text of an answer', () => {
  it('is whole up to its bound, to the byte, wherever it was cut', async () => {
    const whole = bytes('矿脉 12');
    const { response } = inParts([whole.slice(0, 2), whole.slice(2)]);
    expect(await boundedText(response, whole.length)).toBe('矿脉 12');
    const again = inParts([whole.slice(0, 2), whole.slice(2)]);
    await expect(boundedText(again.response, whole.length - 1)).rejects.toThrow(UnusableAnswer);
  });

  it('is left where it becomes too long', async () => {
    const { response, asked } = inParts(Array.from({ length: 100 }, () => bytes('xxxxx')));
    await expect(boundedText(response, 12)).rejects.toThrow('an answer of more than 12 bytes');
    expect(asked).toEqual({ parts: 3, isLeft: true });
  });

  it('is empty when there is none', async () => {
    expect(await boundedText(new Response(null, { status: 204 }), 0)).toBe('');
  });
});

describe('an object', () => {
  it('is what JSON says', () => {
    expect(jsonObject('{"a":[1]}')).toEqual({ a: [1] });
  });

  it.each([
    ['', 'no JSON'],
    ['<html>', 'no JSON'],
    ['{"a":', 'no JSON'],
    ['null', 'no object'],
    ['"text"', 'no object'],
    ['7', 'no object'],
    ['[{}]', 'no object'],
  ])('%j is none', (text, words) => {
    expect(() => jsonObject(text)).toThrow(UnusableAnswer);
    expect(() => jsonObject(text)).toThrow(words);
  });
});
