import { expect, it } from 'vitest';
import { allowTextOnly } from './trusted-types.ts';

it('lets text of a style through, and no markup', () => {
  const made: ((text: string) => string)[] = [];
  allowTextOnly({ createPolicy: (_name, { createHTML }) => made.push(createHTML) });
  const [createHtml] = made;
  expect(createHtml?.('.a>.b{color:red}')).toBe('.a>.b{color:red}');
  for (const markup of ['<img src=x onerror=alert(1)>', 'a<b', '</style><script>1</script>'])
    expect(() => createHtml?.(markup), markup).toThrow('refused');
});
