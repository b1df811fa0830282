import type { ConsoleData } from '@lode/contract/console';
import { Tag } from 'antd';
import { Shape, type ShapeName } from '../../components/shape.tsx';
import { ageText, momentText } from '../../lib/time.ts';
import { reviewTexts as texts, withdrawalTexts } from '../../locales/zh/withdrawals.ts';
import styles from './withdrawals.module.css';

type Review = ConsoleData<'withdrawalReview'>;
type Event = Review['events'][number];

/** Whose withdrawal it is, and what happened to it. */
export function ReviewRail({ review }: { review: Review }) {
  const { customer, events, withdrawal, readAt } = review;
  return (
    <>
      {customer === null ? (
        <p>
          <b>{withdrawalTexts.treasury}</b>
        </p>
      ) : (
        <Customer customer={customer} readAt={readAt} />
      )}
      <section className={styles.events} aria-labelledby="events">
        <h2 id="events">{texts.events}</h2>
        <ol>
          {events.map((event) => (
            <li key={`${event.kind} ${event.step} ${event.at} ${event.by}`}>
              <Shape name={shapeOf(event)} />
              <div>
                <b>
                  {event.by && `${event.by} `}
                  {event.kind === 'STEP'
                    ? (texts.stepNames[event.step ?? ''] ?? event.step)
                    : texts.eventNames[event.kind]}
                </b>{' '}
                <time className={styles.quiet} dateTime={event.at}>
                  {momentText(event.at)}
                </time>
                {event.words && <div className={styles.words}>{texts.quoted(event.words)}</div>}
              </div>
            </li>
          ))}
        </ol>
        {withdrawal.remark && <p className={styles.quiet}>{texts.customerReads(withdrawal.remark)}</p>}
      </section>
    </>
  );
}

const bad: readonly (string | null)[] = ['REJECTED', 'FAILED'];
function shapeOf({ kind, step }: Event): ShapeName {
  if (kind === 'NOTE') return 'draft';
  if (kind === 'CANCELLING' || step === 'CANCELLED') return 'off';
  return bad.includes(step) ? 'bad' : 'ok';
}

const amounts = (sums: readonly { coin: string; amount: string }[]): string =>
  sums.length === 0 ? texts.nothing : sums.map(({ coin, amount }) => `${amount} ${coin}`).join(' · ');

function Customer({ customer, readAt }: { customer: NonNullable<Review['customer']>; readAt: string }) {
  const { account, tags, since, machines, running, deposited, withdrawn } = customer;
  return (
    <div>
      <p>
        <b>{account}</b>{' '}
        {tags.map((tag) => (
          <Tag key={tag}>{tag.toUpperCase()}</Tag>
        ))}
      </p>
      <p className={styles.quiet}>
        {texts.opened(ageText(since, Date.parse(readAt)))} · {texts.machines(running, machines)}
      </p>
      <dl className={styles.facts}>
        <dt>{texts.deposited}</dt>
        <dd>{amounts(deposited)}</dd>
        <dt>{texts.withdrawn}</dt>
        <dd>{amounts(withdrawn)}</dd>
      </dl>
    </div>
  );
}
