import type { Data } from '@lode/contract';
import { withDecimals } from '@lode/ui';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callQuery } from '../../lib/api/queries.ts';
import { percentOf } from '../../lib/percent.ts';

type Hashrate = Data<'machineHashrate'>;
type Range = Hashrate['range'];

export const hashrateRanges: readonly Range[] = ['24h', '7d', '30d'];

export interface HashrateInRange {
  /** The selected range; the response names its own. */
  range: Range;
  setRange: (range: Range) => void;
  query: UseQueryResult<Hashrate>;
}

/** Its page says so itself. */
const notFound = 404;

/** A machine's hashrate over the selected range; the last answer stays until the next has loaded. */
export function useHashrate(id: string): HashrateInRange {
  const [range, setRange] = useState<Range>('24h');
  const query = useQuery({
    ...callQuery('machineHashrate', { id, range }, { inlineErrors: [notFound] }),
    placeholderData: keepPreviousData,
  });
  return { range, setRange, query };
}

/** `uptimePercent('0.789474') === '78.94'`, rounded down. */
export function uptimePercent(uptime: string): string {
  return withDecimals(percentOf(uptime), 2);
}
