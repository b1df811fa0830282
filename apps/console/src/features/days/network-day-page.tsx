import type { ConsoleData, ConsoleInput } from '@lode/contract/console';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNavigate, useParams } from 'react-router';
import { Amount } from '../../components/amount.tsx';
import { ImportLink } from '../../components/import-link.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Nothing, QueryFailed, RowsSkeleton } from '../../components/query-state.tsx';
import { Status } from '../../components/shape.tsx';
import { CallError } from '../../lib/call.ts';
import { useKeys } from '../../lib/keys.ts';
import { callQuery } from '../../lib/queries.ts';
import { momentText } from '../../lib/time.ts';
import { networkDayTexts as texts } from '../../locales/zh/days.ts';
import styles from './days.module.css';

type NetworkDay = ConsoleData<'networkDay'>;

/** What a network did on a mining day: the evidence that its outputs are computed from. */
export function NetworkDayPage() {
  const { coin = 'BTC', date = '' } = useParams();
  const navigate = useNavigate();
  const query = useQuery(callQuery('networkDay', { coin, date } as ConsoleInput<'networkDay'>));
  const back = `/days?date=${date}`;
  const day = query.data;
  const dayAfter = (by: number) => () => {
    const at = new Date(`${date}T00:00:00Z`);
    at.setUTCDate(at.getUTCDate() + by);
    void navigate(`/network-day/${coin}/${at.toISOString().slice(0, 10)}`);
  };
  useKeys({ ArrowLeft: dayAfter(-1), ArrowRight: dayAfter(1), d: () => void navigate(back) });
  const isMissing = query.error instanceof CallError && query.error.code === 404;
  return (
    <>
      <PageHead
        title={texts.title(coin, date)}
        parent={{ to: back, label: texts.back }}
        note={day && <Status shape={day.source === 'node' ? 'ok' : 'attention'}>{texts.sources[day.source]}</Status>}
      />
      {isMissing && (
        <Nothing title={texts.missing} text={texts.missingText}>
          <ImportLink kind="NETWORK_DAYS" coin={coin} from={date} />
        </Nothing>
      )}
      {query.error && !isMissing && <QueryFailed what={texts.crumb} query={query} />}
      {!query.error && day === undefined && <RowsSkeleton />}
      {day && <Evidence day={day} />}
    </>
  );
}

function Evidence({ day }: { day: NetworkDay }) {
  const { coin, first, last, feeRates } = day;
  const heights = first && last ? texts.heights(first.height, last.height) : texts.noHeights;
  return (
    <>
      <div className={styles.figures}>
        <Figure label={texts.blocks} value={day.blocks} note={heights} />
        <Figure label={texts.subsidies} value={<Amount value={day.subsidySum} />} note={coin} />
        <Figure label={texts.fees} value={<Amount value={day.feeSum} />} note={coin} />
        <Figure label={texts.rate} value={day.feeRate} note={texts.rates(feeRates.lowest, feeRates.highest)} />
        <Figure label={texts.perPetahash} value={<Amount value={day.perPetahash} />} note={texts.beforeFee} />
      </div>
      <Bounds first={first} last={last} />
      <section className={styles.section} aria-label={texts.epochs}>
        <h2 className={styles.h}>
          {texts.epochs} <small>{texts.epochsNote(day.epochs.length)}</small>
        </h2>
        <table className={styles.small} aria-label={texts.epochs}>
          <thead>
            <tr>
              <th scope="col">{texts.epoch}</th>
              <th scope="col" className={styles.right}>
                {texts.seconds}
              </th>
              <th scope="col" className={styles.right}>
                {texts.difficulty}
              </th>
            </tr>
          </thead>
          <tbody>
            {day.epochs.map(({ difficulty, seconds }, n) => (
              <tr key={difficulty}>
                <td>{n + 1}</td>
                <td className={styles.right}>{seconds.toLocaleString('en')}</td>
                <td className={styles.right}>
                  <Amount value={difficulty} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <Pool day={day} />
      <section className={styles.section} aria-label={texts.evidence}>
        <h2 className={styles.h}>{texts.evidence}</h2>
        <p>{texts.recordedAt(momentText(day.recordedAt))}</p>
      </section>
    </>
  );
}

function Figure({ label, value, note }: { label: string; value: ReactNode; note: string }) {
  return (
    <div className={styles.figure}>
      {label}
      <b>{value}</b>
      <span>{note}</span>
    </div>
  );
}

function Bounds({ first, last }: Pick<NetworkDay, 'first' | 'last'>) {
  return (
    <section className={styles.section} aria-label={texts.bounds}>
      <h2 className={styles.h}>
        {texts.bounds} <small>{texts.boundsNote}</small>
      </h2>
      {first === null || last === null ? (
        <p className={styles.quiet}>{texts.noBounds}</p>
      ) : (
        <table className={styles.small} aria-label={texts.bounds}>
          <thead>
            <tr>
              <th scope="col">{texts.block}</th>
              <th scope="col" className={styles.right}>
                {texts.height}
              </th>
              <th scope="col">{texts.hash}</th>
            </tr>
          </thead>
          <tbody>
            {[
              { label: texts.first, ...first },
              { label: texts.last, ...last },
            ].map(({ label, height, hash }) => (
              <tr key={label}>
                <td>{label}</td>
                <td className={styles.right}>{height.toLocaleString('en')}</td>
                <td className={styles.code}>{hash}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Pool({ day: { coin, output, payment } }: { day: NetworkDay }) {
  return (
    <section className={styles.section} aria-label={texts.pool}>
      <h2 className={styles.h}>
        {texts.pool} <small>{payment ? texts.payment(payment.from, payment.to) : texts.notPaid}</small>
      </h2>
      <dl className={styles.facts}>
        <dt>{texts.output}</dt>
        <dd>{output === null ? texts.notClosed : <Amount value={output} coin={coin} />}</dd>
        {payment && (
          <>
            <dt>{texts.expected}</dt>
            <dd>
              <Amount value={payment.expected} coin={coin} />
            </dd>
            <dt>{texts.paid}</dt>
            <dd>
              <Amount value={payment.paid} coin={coin} />
            </dd>
            <dt>{texts.variance}</dt>
            <dd>
              <Amount value={payment.difference} coin={coin} />
            </dd>
            {payment.reason && (
              <>
                <dt>{texts.reason}</dt>
                <dd>{payment.reason}</dd>
              </>
            )}
          </>
        )}
      </dl>
    </section>
  );
}
