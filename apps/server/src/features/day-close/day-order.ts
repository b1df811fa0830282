import { addDays } from '../../platform/clock/clock.ts';
import type { Sentence } from '../../platform/sentence.ts';
import * as say from './sentences.zh.ts';

/** Where the closes of one kind stand. */
export interface Progress {
  /** The oldest and the newest closed date; null before the first close. */
  firstClosed: string | null;
  lastClosed: string | null;
  /** The date that was begun and is not closed. */
  begun: string | null;
}

export type CloseDecision =
  | { outcome: 'close' }
  | { outcome: 'already-closed' }
  | { outcome: 'refused'; reason: Sentence };

/** Whether a date may be closed now. The first close may be any date that is over; then every next day follows. */
export function decideClose(
  date: string,
  { firstClosed, lastClosed, begun }: Progress,
  { now, end }: { now: Date; end: Date },
): CloseDecision {
  if (begun === date) return { outcome: 'close' };
  if (begun !== null) return refused(say.othersFirst(begun));
  if (firstClosed !== null && date < firstClosed) return refused(say.beforeFirst(firstClosed));
  if (lastClosed !== null && date <= lastClosed) return { outcome: 'already-closed' };
  const next = lastClosed === null ? date : addDays(lastClosed, 1);
  if (date !== next) return refused(say.inOrder(next));
  if (now < end) return refused(say.notOver(date));
  return { outcome: 'close' };
}

function refused(reason: Sentence): CloseDecision {
  return { outcome: 'refused', reason };
}
