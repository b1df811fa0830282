import type { Database, DbTx } from '../../platform/db/database.ts';
import { readElectricity } from './electricity.store.ts';
import { electricityOutlook } from './electricity-reminder.ts';
import { type HomePorts, homeRoutes } from './home.routes.ts';

export interface HomeDeps extends HomePorts {
  database: Database;
}

export function homeSlice({ database, ...ports }: HomeDeps) {
  return {
    handlers: homeRoutes(database, ports),
    /** How many days an amount of prepaid electricity would last this customer; null without fees. */
    async electricityDays(dbTx: DbTx, customerId: bigint, available: bigint): Promise<number | null> {
      return electricityOutlook({ ...(await readElectricity(dbTx, customerId)), available }).daysLeft;
    },
  };
}
