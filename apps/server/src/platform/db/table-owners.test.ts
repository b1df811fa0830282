/** Proves that a table is written by one slice: what others want of it they ask of its owner, through a port. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectFolder } from '../project-folder.ts';

const features = join(projectFolder, 'apps', 'server', 'src', 'features');

async function tables(): Promise<Set<string>> {
  const schema = await readFile(join(projectFolder, 'db', 'schema.sql'), 'utf8');
  return new Set(Array.from(schema.matchAll(/^create table ([\w.]+)/gm), ([, name]) => name as string));
}

/** Which slices write a table, by the SQL that stands in their files. */
function writersOf(files: readonly { slice: string; text: string }[], known: ReadonlySet<string>) {
  const writers = new Map<string, Set<string>>();
  for (const { slice, text } of files)
    for (const [, table = ''] of text.matchAll(/\b(?:insert into|update|delete from|truncate) ([a-z_.]+)/gi))
      if (known.has(table)) writers.set(table, (writers.get(table) ?? new Set()).add(slice));
  return writers;
}

const shared = (writers: ReadonlyMap<string, ReadonlySet<string>>) =>
  [...writers].filter(([, slices]) => slices.size > 1).map(([table, slices]) => `${table}: ${[...slices].join(', ')}`);

async function sources() {
  const names = await readdir(features, { recursive: true });
  const files = names.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.includes('testing'));
  return Promise.all(
    files.map(async (name) => ({
      slice: name.split(/[\\/]/)[0] as string,
      text: await readFile(join(features, name), 'utf8'),
    })),
  );
}

describe('tables', () => {
  it('are each written by one slice', async () => {
    const writers = writersOf(await sources(), await tables());
    expect(writers.get('electricity_charge')).toEqual(new Set(['electricity']));
    expect(shared(writers)).toEqual([]);
  });

  it('would be missed with two writers (broken control)', () => {
    const files = [
      { slice: 'machines', text: 'update machine set status = $1' },
      { slice: 'wallet', text: 'select * from machine for update; insert into machine (id) values (1)' },
    ];
    expect(shared(writersOf(files, new Set(['machine'])))).toEqual(['machine: machines, wallet']);
  });
});
