// The page is Chinese: it has words of its own for what the server says in codes. Beside them it is short enough to be read whole.
import { readFile } from 'node:fs/promises';
import { approvalHoldReasons } from '@lode/signing';
import { expect, it } from 'vitest';

interface Hold {
  reason: string;
  until: string | null;
}
interface Texts {
  holds: Record<string, string>;
  obstacles: { HELD: (hold: Hold | '') => string };
}
const { texts } = (await import(new URL('./static/texts.zh.js', import.meta.url).href)) as { texts: Texts };

it('words each reason that holds an approval, and when it ends', () => {
  expect(Object.keys(texts.holds).sort()).toEqual([...approvalHoldReasons].sort());
  for (const reason of approvalHoldReasons) {
    const said = texts.obstacles.HELD({ reason, until: '2026/3/13 12:00:00' });
    expect(said).toMatch(/^现在不能批准：.+，2026\/3\/13 12:00:00 之后可以批准。$/);
    expect(texts.obstacles.HELD({ reason, until: null })).toMatch(/^现在不能批准：[^A-Za-z]+。$/);
  }
  expect(texts.obstacles.HELD('')).toBe('现在不能批准。');
});

it('has fewer than 300 lines beside its words, and nothing of another host', async () => {
  const parts = ['index.html', 'page.css', 'page.js'].map((name) =>
    readFile(new URL(`./static/${name}`, import.meta.url), 'utf8'),
  );
  const page = (await Promise.all(parts)).join('');
  expect(page.split('\n').length).toBeLessThan(300);
  expect(page).not.toMatch(/https?:|import .* from '[^.]/);
});
