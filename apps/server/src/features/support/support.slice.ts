import type { Database, Queryable } from '../../platform/db/database.ts';
import { askOfDemo } from './demo-thread.ts';
import { readWaiting } from './staff-threads.store.ts';
import { type SupportCommandDeps, supportCommands } from './support.commands.ts';
import { type SupportConsoleDeps, supportConsole } from './support.console.ts';
import { type SupportSettings, supportRoutes } from './support.routes.ts';
import { readThreads } from './support.store.ts';
import { threadTitle } from './texts.zh.ts';

export function supportSlice(deps: SupportCommandDeps & SupportSettings & SupportConsoleDeps & { database: Database }) {
  return {
    handlers: supportRoutes(deps),
    consoleHandlers: supportConsole(deps),
    opsCommands: supportCommands(deps),
    readWaiting: async (db: Queryable, limit: number) =>
      (await readWaiting(db, limit)).map((thread) => ({ ...thread, title: threadTitle(thread.about, thread.detail) })),
    /** Questions of a customer, what changed last first. */
    async readThreadsOf(
      db: Queryable,
      customerId: bigint,
      { after, limit }: { after: readonly [changedAt: string, id: string] | null; limit: number },
    ) {
      const place = { after: after && ([...after] as [string, string]), limit, offset: 0, current: 1, size: limit - 1 };
      const rows = await readThreads(db, customerId, place);
      return rows.map((thread) => ({ ...thread, title: threadTitle(thread.about, thread.detail) }));
    },
    /** A thread of the demo's history. */
    askOfDemo: askOfDemo(deps),
  };
}
