import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from 'react-router';
import { PageHead } from '../../components/page-head.tsx';
import { RecordState, StaleAlert } from '../../components/query-state.tsx';
import { useKeys } from '../../lib/keys.ts';
import { callQuery } from '../../lib/queries.ts';
import { momentText } from '../../lib/time.ts';
import { audienceText, messageTexts as texts } from '../../locales/zh/messages.ts';
import styles from './messages.module.css';

/** One message to a group, and how far it has come. */
export function MessagePage() {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const query = useQuery(callQuery('groupMessage', { id }));
  useKeys({ Escape: () => void navigate('/messages') });
  const { data, error } = query;
  if (data === undefined) {
    return (
      <>
        <PageHead title={texts.one} />
        <RecordState what={texts.one} query={query} />
      </>
    );
  }
  const { message, standing } = data;
  const { audience } = message;
  return (
    <>
      <PageHead title={audienceText(audience)} parent={{ to: '/messages', label: texts.back }} />
      {error && <StaleAlert query={query} />}
      <div className={styles.body}>
        <p className={styles.text}>{message.text}</p>
        <dl className={styles.facts}>
          <dt>{texts.at}</dt>
          <dd>{momentText(message.at)}</dd>
          <dt>{texts.by}</dt>
          <dd>{texts.people(message.by, message.approvedBy)}</dd>
          <dt>{texts.reason}</dt>
          <dd>{message.reason}</dd>
          <dt>{texts.reached}</dt>
          <dd>
            {message.reached.toLocaleString('en')}
            {audience.of === 'CUSTOMER' && (
              <>
                {' '}
                <Link to={`/customers/${audience.name}/messages`}>{texts.openCustomer}</Link>
              </>
            )}
          </dd>
        </dl>
        <h2>{texts.standing}</h2>
        {standing === null ? (
          <p className={styles.quiet}>{texts.unknown}</p>
        ) : (
          <dl className={styles.facts}>
            <dt>{texts.inApp}</dt>
            <dd>{standing.reached.toLocaleString('en')}</dd>
            <dt>{texts.sent}</dt>
            <dd>{standing.sent.toLocaleString('en')}</dd>
            <dt>{texts.read}</dt>
            <dd>{standing.read.toLocaleString('en')}</dd>
          </dl>
        )}
        <p className={styles.quiet}>{texts.sentNote}</p>
      </div>
    </>
  );
}
