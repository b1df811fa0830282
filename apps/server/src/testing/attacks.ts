import type { Database } from '../platform/db/database.ts';
import type { Part } from './caller-role.ts';

/** A trigger as table and name, a constraint of a table, or a function with what it is replaced by. */
export type Guard =
  | readonly [table: string, trigger: string]
  | { table: string; constraint: string }
  | { signature: string; open: string };

export interface Attack {
  by: Part;
  what: string;
  statements: readonly string[];
  guards: readonly Guard[];
}

/** The refusal; null when it succeeds. Deferred guards look when the statements have ended, as they do at a commit. Nothing stays. */
export async function tryAttack(login: Database, statements: readonly string[]): Promise<string | null> {
  const undone = new Error('undone');
  try {
    await login.transaction(async (dbTx) => {
      for (const text of statements) await dbTx.query({ text });
      await dbTx.query({ text: 'set constraints all immediate' });
      throw undone;
    });
  } catch (error) {
    return error === undone ? null : (error as Error).message;
  }
  return null;
}

/** Switches guards off while it tries (broken control). */
export async function tryWithout(owner: Database, guards: readonly Guard[], work: () => Promise<string | null>) {
  const restore: string[] = [];
  const one = async (text: string): Promise<string> =>
    (await owner.query<{ text: string }>({ text })).rows[0]?.text ?? '';
  for (const guard of guards) {
    if ('constraint' in guard) {
      const { table, constraint } = guard;
      const definition = await one(
        `select pg_get_constraintdef(oid) as text from pg_constraint where conrelid = '${table}'::regclass and conname = '${constraint}'`,
      );
      restore.push(`alter table ${table} add constraint ${constraint} ${definition}`);
      await owner.query({ text: `alter table ${table} drop constraint ${constraint}` });
    } else if ('signature' in guard) {
      restore.push(await one(`select pg_get_functiondef('${guard.signature}'::regprocedure) as text`));
      await owner.query({ text: guard.open });
    } else {
      const [table, trigger] = guard;
      restore.push(`alter table ${table} enable trigger ${trigger}`);
      await owner.query({ text: `alter table ${table} disable trigger ${trigger}` });
    }
  }
  try {
    return await work();
  } finally {
    for (const text of restore) await owner.query({ text });
  }
}
