// Each kind of alert that the server raises has a name, a meaning and a first step in the reader's language.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { alertTexts } from './alerts.ts';

it('names every kind that the alerts slice lists, and no other', async () => {
  const page = await readFile(join(import.meta.dirname, '../../../../server/src/features/alerts/README.md'), 'utf8');
  const [, table = ''] = page.split('| kind ');
  const rows = (table.split('\n\n')[0] ?? '').split('\n').slice(2);
  const kinds = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([a-z-]+)`/g)].map(([, kind]) => kind));
  expect(kinds.length).toBeGreaterThan(20);
  expect(Object.keys(alertTexts).sort()).toEqual(kinds.sort());
});

it('leads each kind to a runbook of the repository that names it', async () => {
  const folder = join(import.meta.dirname, '../../../../../docs/runbooks');
  for (const [kind, { runbook }] of Object.entries(alertTexts))
    expect(await readFile(join(folder, `${runbook}.md`), 'utf8'), `${runbook} of ${kind}`).toContain(`\`${kind}\``);
});
