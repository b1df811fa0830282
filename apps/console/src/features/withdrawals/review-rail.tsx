import type { ConsoleData } from '@lode/contract/console';
import { Tag } from 'antd';
import { Link } from 'react-router';
import { Amount } from '../../components/amount.tsx';
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
    <div className={styles.past}>
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
                {event.text && <div className={styles.quoted}>{texts.quoted(event.text)}</div>}
              </div>
            </li>
          ))}
        </ol>
        {withdrawal.remark && <p className={styles.quiet}>{texts.customerReads(withdrawal.remark)}</p>}
      </section>
    </div>
  );
}

const bad: readonly (string | null)[] = ['REJECTED', 'FAILED'];
function shapeOf({ kind, step }: Event): ShapeName {
  if (kind === 'NOTE') return 'draft';
  if (kind === 'CANCELLING' || step === 'CANCELLED') return 'off';
  return bad.includes(step) ? 'bad' : 'ok';
}

function Amounts({ of }: { of: readonly { coin: string; amount: string }[] }) {
  if (of.length === 0) return texts.nothing;
  return of.map(({ coin, amount }) => (
    <div key={coin}>
      <Amount value={amount} coin={coin} />
    </div>
  ));
}

function Customer({ customer, readAt }: { customer: NonNullable<Review['customer']>; readAt: string }) {
  const { id, account, tags, since, machines, running, deposited, withdrawn } = customer;
  return (
    <div>
      <p>
        <Link to={`/customers/${id}`} className={styles.customer}>
          {account}
        </Link>{' '}
        {tags.map((tag) => (
          <Tag key={tag}>{tag.toUpperCase()}</Tag>
        ))}
      </p>
      <p className={styles.quiet}>
        {texts.opened(ageText(since, Date.parse(readAt)))} · {texts.machines(running, machines)}
      </p>
      <dl className={styles.facts}>
        <dt>{texts.deposited}</dt>
        <dd>
          <Amounts of={deposited} />
        </dd>
        <dt>{texts.withdrawn}</dt>
        <dd>
          <Amounts of={withdrawn} />
        </dd>
      </dl>
    </div>
  );
}
