import type { FastifyInstance } from 'fastify';
import type { Database, Queryable } from '../../platform/db/database.ts';
import type { StaffInput } from '../../platform/staff/staff-command.ts';
import { contentConsole } from './console/content.console.ts';
import { type ContentStaffPorts, contentCommands } from './content.commands.ts';
import { contentRoutes } from './content.routes.ts';
import type { ContentInput } from './content.ts';
import { imageRoutes } from './image.routes.ts';
import { publishContent } from './publish.ts';
import { type Agreement, readAgreement } from './published.store.ts';

export type { ContentInput } from './content.ts';

export interface ContentDeps extends ContentStaffPorts {
  database: Database;
  staffReads: Queryable;
  readonly settingsAt: (
    db: Queryable,
    keys: readonly 'webview.hosts'[],
    at: Date,
  ) => Promise<{ 'webview.hosts': string[] }>;
}

export function contentSlice({ database, staffReads, settingsAt, ...staff }: ContentDeps) {
  return {
    handlers: contentRoutes({ database, settingsAt }),
    /** Images, which are no call of the contract. */
    routes: (fastify: FastifyInstance): void => imageRoutes(fastify, database),
    consoleHandlers: contentConsole({ database, staffReads, recordAudit: staff.recordAudit }),
    opsCommands: contentCommands(database, staff),
    publishContent: (input: ContentInput, staffInput: StaffInput) => publishContent(database, staff, input, staffInput),
    /** The version of an agreement that is in force; for who asks whether it was confirmed. */
    async agreementInForce(db: Queryable, key: Agreement['key'], now: Date): Promise<Agreement> {
      const found = await readAgreement(db, key, now);
      if (found === null) throw new Error(`no version of ${key} is in force`);
      return found;
    },
  };
}
