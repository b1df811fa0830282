import type { Database } from '../../platform/db/database.ts';
import { type HomePorts, homeRoutes } from './home.routes.ts';

export interface HomeDeps extends HomePorts {
  database: Database;
}

export function homeSlice({ database, ...ports }: HomeDeps) {
  return { handlers: homeRoutes(database, ports) };
}
