import type { Database } from '../../platform/db/database.ts';
import { askOfDemo } from './demo-thread.ts';
import { type SupportCommandDeps, supportCommands } from './support.commands.ts';
import { type SupportSettings, supportRoutes } from './support.routes.ts';

export function supportSlice(deps: SupportCommandDeps & SupportSettings & { database: Database }) {
  return {
    handlers: supportRoutes(deps),
    opsCommands: supportCommands(deps),
    /** A thread of the demo's history. */
    askOfDemo: askOfDemo(deps),
  };
}
