import type { Database } from '../../platform/db/database.ts';
import { openThread, writeToThread } from './post.ts';
import { type SupportCommandDeps, supportCommands } from './support.commands.ts';
import { type SupportSettings, supportRoutes } from './support.routes.ts';

export function supportSlice(deps: SupportCommandDeps & SupportSettings & { database: Database }) {
  return {
    handlers: supportRoutes(deps),
    opsCommands: supportCommands(deps),
    /** For the demo's history. */
    openThread,
    writeToThread,
  };
}
