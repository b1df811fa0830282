import type { Database } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/context.ts';
import { type HomePorts, readHome, readReminder } from './home-page.ts';

export function homeRoutes(database: Database, ports: HomePorts) {
  return {
    indexInfo: ({ session: { customerId }, now }) => readHome(database, ports, customerId, now),
    electricityReminder: ({ session: { customerId } }) => readReminder(database, ports, customerId),
  } satisfies Handlers;
}
