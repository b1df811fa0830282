import { blockSeconds } from '@lode/contract';
import { accountOf } from '../../lib/account-of.ts';
import { minutesOf } from '../../lib/chain-figures.ts';
import { displayOf, isBeingCancelled, isOffset, isPart } from '../../lib/withdrawal-display.ts';
import { commonMessages } from '../../locales/zh/common.ts';
import { withdrawRecordMessages as messages } from '../../locales/zh/withdraw.ts';
import { reasonText } from '../../locales/zh/withdraw-reasons.ts';
import type { Withdrawal } from './withdrawal.ts';

type Step = Withdrawal['steps'][number]['step'];
export type StageName = keyof typeof messages.stages;

/** One of the three parts of a withdrawal that a customer follows: 审核, 打款, 到账. */
export interface Stage {
  name: StageName;
  title: string;
  state: 'done' | 'now' | 'todo' | 'past';
  /** When it ended. */
  time: string | null;
  /** When it should end; null once it has, and while nothing can be said. */
  expected: string | null;
  text: string | null;
}

type StageFields = Pick<
  Withdrawal,
  | 'coin'
  | 'status'
  | 'thirdStatus'
  | 'checkRemark'
  | 'offset'
  | 'steps'
  | 'eta'
  | 'network'
  | 'confirmations'
  | 'needed'
>;

const names: readonly StageName[] = ['review', 'payment', 'arrival'];

/**
 * Groups the steps of the API. A review is passed when the address is screened too: until then nothing is ticked, so that a payment
 * that the screening stops never stands under 审核通过.
 */
export function stagesOf(withdrawal: StageFields): Stage[] {
  const timeOf = stepTimes(withdrawal);
  if (isOffset(withdrawal)) return offsetStages(withdrawal, timeOf('APPROVED'));
  const ends: Record<StageName, string | null> = {
    review: timeOf('KYT', 'SIGNED', 'BROADCAST', 'CONFIRMED'),
    payment: timeOf('BROADCAST', 'CONFIRMED'),
    arrival: timeOf('CONFIRMED'),
  };
  const stages: Stage[] = [];
  for (const name of names) {
    const time = ends[name];
    if (time === null) break;
    stages.push({
      name,
      title: messages.stages[name].done,
      state: 'done',
      time,
      expected: null,
      text: doneText(name, withdrawal),
    });
  }
  const [next, ...later] = names.slice(stages.length);
  if (next === undefined) return stages;
  if (displayOf(withdrawal) === 'FAILED') return [...stages, endOf(next, withdrawal, timeOf)];
  const expected = expectedTimes(withdrawal);
  const under: Stage = {
    name: next,
    title: nowTitle(next, withdrawal),
    state: 'now',
    time: null,
    expected: expected[next],
    text: nowText(next, withdrawal),
  };
  if (isBeingCancelled(withdrawal)) return [{ ...under, title: messages.cancellingStep, expected: null, text: null }];
  return [
    ...stages,
    under,
    ...later.map(
      (name): Stage => ({
        name,
        title: messages.stages[name].todo,
        state: 'todo',
        time: null,
        expected: expected[name],
        text: null,
      }),
    ),
  ];
}

/** The time of the first of these steps that is there. */
function stepTimes({ steps }: StageFields): (...names: Step[]) => string | null {
  return (...wanted) => {
    for (const name of wanted) {
      const found = steps.find(({ step }) => step === name);
      if (found) return found.time;
    }
    return null;
  };
}

/** Nothing was approved for payment: the house has put the amount back. */
function offsetStages(withdrawal: StageFields, time: string | null): Stage[] {
  const done = { state: 'done', time, expected: null } as const;
  const { coin, offset } = withdrawal;
  const isAllOwed = isPart(offset?.toOwed, coin) && !isPart(offset?.toBalance, coin);
  const title = isAllOwed ? messages.toOwed : messages.offsetStep(commonMessages.accounts[accountOf(withdrawal)]);
  return [
    { ...done, name: 'review', title: messages.offsetReview, text: null },
    { ...done, name: 'arrival', title, text: offset?.toBalance ? null : messages.offsetText },
  ];
}

/** Where it ended: rejected, cancelled, or failed in this stage. */
function endOf(
  name: StageName,
  { status, checkRemark }: StageFields,
  timeOf: (...names: Step[]) => string | null,
): Stage {
  const title = status === 'CANCELLED' ? messages.cancelledStep : messages.stages[name].failed;
  const time = timeOf('CANCELLED', 'REJECTED', 'FAILED');
  return { name, title, state: 'past', time, expected: null, text: reasonText(checkRemark) };
}

function nowTitle(name: StageName, { status }: StageFields): string {
  return name === 'review' && status === 'WAITING' ? messages.waitingForReview : messages.stages[name].now;
}

function nowText(name: StageName, { confirmations, needed, network }: StageFields): string | null {
  if (name !== 'arrival') return messages.stages[name].text;
  const done = Math.min(confirmations, needed);
  return messages.confirmations(done, needed, minutesOf(needed - done, network));
}

const doneText = (name: StageName, { needed }: StageFields): string | null =>
  name === 'arrival' ? messages.confirmed(needed) : null;

/** The server's expected time is that of the arrival; the confirmations before it take what the chain takes. */
function expectedTimes({ eta, needed, network }: StageFields): Record<StageName, string | null> {
  if (eta === null) return { review: null, payment: null, arrival: null };
  const paid = new Date(Date.parse(eta) - needed * blockSeconds[network] * 1000).toISOString();
  return { review: paid, payment: paid, arrival: eta };
}
