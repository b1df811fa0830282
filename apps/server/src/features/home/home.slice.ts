import type { Database, Queryable } from '../../platform/db/database.ts';
import { homeRoutes } from './home.routes.ts';
import { type HomePorts, readHome, readReminder } from './home-page.ts';

export interface HomeDeps extends HomePorts {
  database: Database;
}

export function homeSlice({ database, ...ports }: HomeDeps) {
  return {
    handlers: homeRoutes(database, ports),
    readHome: (db: Queryable, customerId: bigint, now: Date) => readHome(db, ports, customerId, now),
    readReminder: (db: Queryable, customerId: bigint) => readReminder(db, ports, customerId),
  };
}
