import { minutesOf } from '../../lib/chain-figures.ts';
import { withdrawRecordMessages as messages } from '../../locales/zh/withdraw.ts';
import { isBeingCancelled, isFinal, isOffset, type Withdrawal } from './withdrawal.ts';

type Step = Withdrawal['steps'][number]['step'];
type PayoutStep = keyof typeof messages.underWay;

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
    const title = isOffsetPaid && step === 'APPROVED' ? messages.offsetStep : messages.steps[step];
    const state = failures.includes(step) ? 'past' : 'done';
    return { step, title, state, time, text: textOf(step, withdrawal, isOffsetPaid) };
  });
  if (isFinal(withdrawal)) return completed;
  if (isBeingCancelled(withdrawal))
    return [...completed, { step: 'CANCELLED', title: messages.cancellingStep, state: 'now', time: null, text: null }];
  const reached = new Set(completed.map(({ step }) => step));
  const remaining = payoutSteps.filter((step) => !reached.has(step));
  const [next, ...later] = remaining;
  if (next === undefined) return completed;
  return [
    ...completed,
    { step: next, title: messages.underWay[next], state: 'now', time: null, text: confirmingText(next, withdrawal) },
    ...later.map(
      (step): TimelineStep => ({ step, title: messages.steps[step], state: 'todo', time: null, text: null }),
    ),
  ];
}

function textOf(step: Step, { needed, checkRemark }: Withdrawal, isOffsetPaid: boolean): string | null {
  if (step === 'KYT') return messages.notListed;
  if (step === 'CONFIRMED') return messages.confirmed(needed);
  if (step === 'APPROVED' && isOffsetPaid) return messages.offsetText;
  if (step === 'CANCELLED') return messages.returned;
  if (step === 'REJECTED' || step === 'FAILED') return checkRemark ?? messages.returned;
  return null;
}

function confirmingText(step: PayoutStep, { confirmations, needed, network }: Withdrawal): string | null {
  if (step !== 'CONFIRMED') return null;
  const done = Math.min(confirmations, needed);
  return messages.confirmations(done, needed, minutesOf(needed - done, network));
}
