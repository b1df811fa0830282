import { miningDate } from '../../../platform/clock/clock.ts';
import type { OutageWindow } from './due.store.ts';

/** The mining days that an outage touches. */
export const firstDayOf = ({ from }: Pick<OutageWindow, 'from'>) => miningDate(from);
export const lastDayOf = ({ to }: Pick<OutageWindow, 'to'>) => miningDate(new Date(to.getTime() - 1));
