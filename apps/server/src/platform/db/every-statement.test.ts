/** Proves that PostgreSQL accepts every named statement of the server on the migrated schema, on each version that the tests run on. */
import { expect, it, vi } from 'vitest';
import { createTestDatabase } from '../../testing/harness.ts';

const statements = vi.hoisted(() => new Map<string, string>());

vi.mock('./database.ts', async (original) => ({
  ...(await original<object>()),
  statement(name: string, text: string) {
    statements.set(name, text);
    return { name, text };
  },
}));

const modules = import.meta.glob<unknown>([
  '../../**/*.ts',
  '!../../**/*.test.ts',
  '!../../**/testing/**',
  '!../../main.ts',
  '!../../cli.ts',
]);

const isTemporary = (text: string) => /^\s*create temp/i.test(text);
/** PREPARE takes no others; the tests of the slices run them. */
const isPreparable = (text: string) => /^\s*(?:with|select|insert|update|delete|values)\b/i.test(text);

it('prepares each statement', async () => {
  for (const load of Object.values(modules)) await load();
  expect(statements.size).toBeGreaterThan(100);
  const test = await createTestDatabase();
  try {
    const refused = await test.owner.transaction(async (dbTx) => {
      const found: string[] = [];
      for (const text of statements.values()) if (isTemporary(text)) await dbTx.query({ text });
      for (const [name, text] of statements) {
        if (!isPreparable(text)) continue;
        await dbTx.query({ text: 'savepoint one' });
        await dbTx.query({ text: `prepare "${name}" as ${text}` }).catch(async ({ message }: Error) => {
          found.push(`${name}: ${message}`);
          await dbTx.query({ text: 'rollback to one' });
        });
      }
      return found;
    });
    expect(refused).toEqual([]);
  } finally {
    await test.drop();
  }
});
