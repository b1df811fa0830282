import type { MachineStatus } from '../chip/chip.tsx';

/** A machine's status from one time to another. */
export interface StatusPeriod {
  status: MachineStatus;
  from: Date;
  to: Date;
}

/** A period inside of a range, with its place as fractions of the range. */
export interface RangePart extends StatusPeriod {
  start: number;
  width: number;
}

/** The parts of the periods that lie between two times, in milliseconds. */
export function partsOfRange(periods: readonly StatusPeriod[], from: number, to: number): RangePart[] {
  const length = to - from;
  if (length <= 0) return [];
  return periods.flatMap(({ status, ...period }) => {
    const begin = Math.max(period.from.getTime(), from);
    const end = Math.min(period.to.getTime(), to);
    if (end <= begin) return [];
    return [
      {
        status,
        from: new Date(begin),
        to: new Date(end),
        start: (begin - from) / length,
        width: (end - begin) / length,
      },
    ];
  });
}
