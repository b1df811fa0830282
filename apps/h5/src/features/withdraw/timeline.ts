import { minutesOf } from '../../lib/chain-figures.ts';
import { withdrawRecordWords as words } from '../../locales/zh/withdraw.ts';
import { isOffset, type Withdrawal } from './withdrawal.ts';

type Step = Withdrawal['steps'][number]['step'];
type MainStep = keyof typeof words.underWay;

/** One line of the timeline; a time is one that happened, `expected` one to come. */
export interface TimelineStep {
  step: Step;
  title: string;
  state: 'done' | 'now' | 'todo' | 'past';
  time: string | null;
  text: string | null;
}

/** What a withdrawal that is paid goes through after it was asked for. */
const main: readonly MainStep[] = ['APPROVED', 'KYT', 'SIGNED', 'BROADCAST', 'CONFIRMED'];
const badEnds: readonly Step[] = ['REJECTED', 'CANCELLED', 'FAILED'];

/** Whether it is over: nothing more happens to it. */
export function isOver(withdrawal: Withdrawal): boolean {
  const { status, thirdStatus } = withdrawal;
  if (status === 'WAITING') return false;
  return status !== 'SUCCESS' || isOffset(withdrawal) || thirdStatus === 'SUCCESS' || thirdStatus === 'FAILED';
}

/** Its steps in order: those behind it, the one that is waited for, those to come. */
export function timelineOf(withdrawal: Withdrawal): TimelineStep[] {
  const isSettledInside = isOffset(withdrawal);
  const behind = withdrawal.steps.map(({ step, time }): TimelineStep => {
    const title = isSettledInside && step === 'APPROVED' ? words.offsetStep : words.steps[step];
    const state = badEnds.includes(step) ? 'past' : 'done';
    return { step, title, state, time, text: textOf(step, withdrawal, isSettledInside) };
  });
  if (isOver(withdrawal)) return behind;
  const taken = new Set(behind.map(({ step }) => step));
  const ahead = main.filter((step) => !taken.has(step));
  const [next, ...later] = ahead;
  if (next === undefined) return behind;
  return [
    ...behind,
    { step: next, title: words.underWay[next], state: 'now', time: null, text: confirmingText(next, withdrawal) },
    ...later.map((step): TimelineStep => ({ step, title: words.steps[step], state: 'todo', time: null, text: null })),
  ];
}

function textOf(step: Step, { needed, checkRemark }: Withdrawal, isSettledInside: boolean): string | null {
  if (step === 'KYT') return words.notListed;
  if (step === 'CONFIRMED') return words.confirmed(needed);
  if (step === 'APPROVED' && isSettledInside) return words.offsetText;
  if (step === 'CANCELLED') return words.returned;
  // The reason that staff gave; what it means for the money stands behind it.
  if (step === 'REJECTED' || step === 'FAILED') return checkRemark ?? words.returned;
  return null;
}

function confirmingText(step: MainStep, { confirmations, needed, network }: Withdrawal): string | null {
  if (step !== 'CONFIRMED') return null;
  const done = Math.min(confirmations, needed);
  return words.confirmations(done, needed, minutesOf(needed - done, network));
}
