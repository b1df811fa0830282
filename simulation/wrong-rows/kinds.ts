import type { WrongRow } from './alterations.ts';
import { wrongDays } from './kinds-of-days.ts';
import { wrongDepartures } from './kinds-of-departures.ts';
import { wrongHouse } from './kinds-of-house.ts';
import { wrongOrders } from './kinds-of-orders.ts';
import { wrongColumns } from './kinds-of-other-columns.ts';

/** One kind for each column that money depends on. */
export const wrongRows: readonly WrongRow[] = [
  ...wrongDays,
  ...wrongOrders,
  ...wrongHouse,
  ...wrongDepartures,
  ...wrongColumns,
];
