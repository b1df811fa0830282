import type { ConsoleData } from '@lode/contract/console';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { Address } from '../../components/address.tsx';
import { Amount } from '../../components/amount.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { RecordState, StaleAlert } from '../../components/query-state.tsx';
import { Shape } from '../../components/shape.tsx';
import { useKeys } from '../../lib/keys.ts';
import { callQuery } from '../../lib/queries.ts';
import { clockText, momentText } from '../../lib/time.ts';
import { checkNames, checkShapes, depositCheckText, depositTexts as texts } from '../../locales/zh/deposits.ts';
import { DepositRail } from './deposit-rail.tsx';
import styles from './deposits.module.css';
import { DepositStatus } from './deposits-page.tsx';

type Page = ConsoleData<'deposit'>;

/** One deposit. It is read once when it is opened, for each reading stands in the audit log. */
export function DepositPage() {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const query = useQuery({ ...callQuery('deposit', { id }), refetchOnWindowFocus: false });
  useKeys({ Escape: () => void navigate('/deposits') });
  const { data, error } = query;
  if (data === undefined) {
    return (
      <>
        <PageHead title={texts.title} />
        <RecordState what={texts.title} query={query} />
      </>
    );
  }
  const { deposit, removal } = data;
  const isToClawBack = removal !== null && !/^[0.]+$/.test(removal.lacking);
  return (
    <>
      <PageHead
        title={texts.one(deposit.id)}
        parent={{ to: '/deposits', label: texts.back }}
        note={<DepositStatus deposit={{ ...deposit, isToClawBack }} />}
      />
      {error && <StaleAlert query={query} />}
      <div className={styles.columns}>
        <div className={styles.body}>
          <Came deposit={deposit} />
          <Checks data={data} />
          <Facts deposit={deposit} />
          {removal !== null && <Removal removal={removal} coin={deposit.coin} />}
        </div>
        <DepositRail data={data} isOld={error !== null} />
      </div>
    </>
  );
}

function Came({ deposit }: { deposit: Page['deposit'] }) {
  const { amount, coin, network, address, account, creditedAt } = deposit;
  return (
    <section className={styles.came} aria-label={texts.came}>
      <div>
        <p className={styles.quiet}>{texts.came}</p>
        <p className={styles.big}>
          <Amount value={amount} coin={coin} />
        </p>
        <p className={styles.quiet}>{creditedAt === null ? texts.notCredited : texts.creditedTo[account]}</p>
      </div>
      <div className={styles.to}>
        <p className={styles.quiet}>{texts.toAddress(network)}</p>
        <p className={styles.whole}>
          <Address value={address} />
        </p>
      </div>
    </section>
  );
}

function Checks({ data: { checks, deposit, readAt } }: { data: Page }) {
  return (
    <section className={styles.section} aria-label={texts.checks}>
      <h2>
        {texts.checks}
        <small>{texts.checkedAt(clockText(readAt))}</small>
      </h2>
      <ul className={styles.checks}>
        {checks.map((check) => (
          <li key={check.kind} data-state={check.state}>
            <Shape name={checkShapes[check.state]} />
            <span className={styles.kind}>{checkNames[check.kind]}</span>
            <span>{depositCheckText(check, deposit.coin)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Facts({ deposit }: { deposit: Page['deposit'] }) {
  const { txid, outputIndex, height, seenAt, creditedAt } = deposit;
  return (
    <section className={styles.section} aria-label={texts.facts}>
      <h2>{texts.facts}</h2>
      <dl className={styles.facts}>
        <dt>{texts.txid}</dt>
        <dd className={styles.code}>{txid}</dd>
        <dt>{texts.output}</dt>
        <dd>{outputIndex}</dd>
        <dt>{texts.height}</dt>
        <dd>{height ?? texts.noBlock}</dd>
        <dt>{texts.seenAt}</dt>
        <dd>{momentText(seenAt)}</dd>
        <dt>{texts.creditedAt}</dt>
        <dd>{creditedAt === null ? texts.notCredited : momentText(creditedAt)}</dd>
      </dl>
    </section>
  );
}

function Removal({ removal, coin }: { removal: NonNullable<Page['removal']>; coin: string }) {
  const { times, lacking, takeable, parts } = removal;
  return (
    <section className={styles.section} aria-label={texts.removal}>
      <h2>
        {texts.removal}
        <small>{texts.removalNote(times)}</small>
      </h2>
      <dl className={styles.facts}>
        <dt>{texts.lacking}</dt>
        <dd>
          <Amount value={lacking} coin={coin} />
        </dd>
        <dt>{texts.takeable}</dt>
        <dd>
          <Amount value={takeable} coin={coin} />
        </dd>
        <dt>{texts.parts}</dt>
        <dd>{parts.length === 0 ? texts.noParts : null}</dd>
      </dl>
      <ul>
        {parts.map(({ kind, amount, at, returnedAt }) => (
          <li key={`${kind} ${at} ${amount}`}>
            {momentText(at)} {texts.partKinds[kind]} <Amount value={amount} coin={coin} />{' '}
            <span className={styles.quiet}>{returnedAt !== null && texts.returned(momentText(returnedAt))}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
