import type { Database } from '../../platform/db/database.ts';
import { earningRoutes } from './earnings.routes.ts';

export function earningsSlice({ database }: { database: Database }) {
  return { handlers: earningRoutes(database) };
}
