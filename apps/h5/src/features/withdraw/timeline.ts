import { minutesOf } from '../../lib/chain-figures.ts';
import { withdrawRecordWords as words } from '../../locales/zh/withdraw.ts';
import { isFinal, isOffset, type Withdrawal } from './withdrawal.ts';

type Step = Withdrawal['steps'][number]['step'];
type PayoutStep = keyof typeof words.underWay;

export interface TimelineStep {
  step: Step;
  title: string;
  state: 'done' | 'now' | 'todo' | 'past';
  time: string | null;
  text: string | null;
}

/** Steps of a withdrawal that is paid, after the request. */
const payoutSteps: readonly PayoutStep[] = ['APPROVED', 'KYT', 'SIGNED', 'BROADCAST', 'CONFIRMED'];
const failures: readonly Step[] = ['REJECTED', 'CANCELLED', 'FAILED'];

/** Completed steps, then the current one, then those to come. */
export function timelineOf(withdrawal: Withdrawal): TimelineStep[] {
  const isOffsetPaid = isOffset(withdrawal);
  const completed = withdrawal.steps.map(({ step, time }): TimelineStep => {
    const title = isOffsetPaid && step === 'APPROVED' ? words.offsetStep : words.steps[step];
    const state = failures.includes(step) ? 'past' : 'done';
    return { step, title, state, time, text: textOf(step, withdrawal, isOffsetPaid) };
  });
  if (isFinal(withdrawal)) return completed;
  const reached = new Set(completed.map(({ step }) => step));
  const remaining = payoutSteps.filter((step) => !reached.has(step));
  const [next, ...later] = remaining;
  if (next === undefined) return completed;
  return [
    ...completed,
    { step: next, title: words.underWay[next], state: 'now', time: null, text: confirmingText(next, withdrawal) },
    ...later.map((step): TimelineStep => ({ step, title: words.steps[step], state: 'todo', time: null, text: null })),
  ];
}

function textOf(step: Step, { needed, checkRemark }: Withdrawal, isOffsetPaid: boolean): string | null {
  if (step === 'KYT') return words.notListed;
  if (step === 'CONFIRMED') return words.confirmed(needed);
  if (step === 'APPROVED' && isOffsetPaid) return words.offsetText;
  if (step === 'CANCELLED') return words.returned;
  if (step === 'REJECTED' || step === 'FAILED') return checkRemark ?? words.returned;
  return null;
}

function confirmingText(step: PayoutStep, { confirmations, needed, network }: Withdrawal): string | null {
  if (step !== 'CONFIRMED') return null;
  const done = Math.min(confirmations, needed);
  return words.confirmations(done, needed, minutesOf(needed - done, network));
}
