import type { Database } from '../../platform/db/database.ts';
import { type EarningsPorts, earningRoutes } from './earnings.routes.ts';

export interface EarningsDeps extends EarningsPorts {
  database: Database;
}

export function earningsSlice({ database, ...ports }: EarningsDeps) {
  return { handlers: earningRoutes(database, ports) };
}
