import type { ConsoleData } from '@lode/contract/console';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import list from '../../components/list-table.module.css';
import { PageHead } from '../../components/page-head.tsx';
import { PhonePreview } from '../../components/phone-preview.tsx';
import { ProposalDialog } from '../../components/proposal-dialog.tsx';
import { QueryFailed, RecordState, RowsSkeleton, StaleAlert } from '../../components/query-state.tsx';
import { Status } from '../../components/shape.tsx';
import { useKeys } from '../../lib/keys.ts';
import { callQuery } from '../../lib/queries.ts';
import { useMay } from '../../lib/session.ts';
import { momentText } from '../../lib/time.ts';
import { kindName, nameText, stateNames, contentTexts as texts } from '../../locales/zh/content.ts';
import { Confirmations } from './confirmations.tsx';
import styles from './content.module.css';
import { audienceText, peopleText, type Revision, scheduleText, writerText } from './revision-text.ts';

type Data = ConsoleData<'contentRevision'>;

/** One revision: what a phone shows of it, when and to whom, who stands behind it, and who has confirmed it. */
export function ContentRevisionPage() {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const mayWrite = useMay()('saveContent');
  const query = useQuery(callQuery('contentRevision', { id }));
  const [dialog, setDialog] = useState<'publish' | 'withdraw' | null>(null);
  useKeys({ Escape: () => void navigate('/content') });
  const { data, error } = query;
  if (data === undefined) {
    return (
      <>
        <PageHead title={texts.one} />
        <RecordState what={texts.one} query={query} />
      </>
    );
  }
  const { revision } = data;
  const { kind, name, state, confirmed } = revision;
  const isWithdrawable = ['AHEAD', 'IN_FORCE'].includes(state) && !(kind === 'agreement' && state === 'IN_FORCE');
  return (
    <>
      <PageHead
        title={revision.title ?? nameText(revision)}
        parent={{ to: `/content?kind=${kind}`, label: kindName(kind) }}
        note={texts.number(id)}
      >
        {mayWrite && (
          <Button onClick={() => void navigate(`/content/new?kind=${kind}&of=${id}`)}>{texts.another}</Button>
        )}
        {mayWrite && isWithdrawable && (
          <Button danger disabled={error !== null} onClick={() => setDialog('withdraw')}>
            {texts.withdraw}
          </Button>
        )}
        {mayWrite && state === 'DRAFT' && (
          <Button type="primary" disabled={error !== null} onClick={() => setDialog('publish')}>
            {texts.propose}
          </Button>
        )}
      </PageHead>
      {error && <StaleAlert query={query} />}
      <div className={styles.columns}>
        <div className={styles.body}>
          <Facts data={data} />
          {confirmed !== null && (
            <section aria-labelledby="content-confirmations">
              <h2 id="content-confirmations">{texts.confirmations}</h2>
              <Confirmations data={data} confirmed={confirmed} />
            </section>
          )}
          <section aria-labelledby="content-revisions">
            <h2 id="content-revisions">{texts.revisions}</h2>
            <RevisionsOfName revision={revision} />
          </section>
        </div>
        <aside className={styles.rail} aria-label={texts.phone}>
          <div className={styles.sticky}>
            <PhonePreview shown={data.shown} />
          </div>
        </aside>
      </div>
      {dialog === 'publish' && (
        <ProposalDialog
          action="content:publish"
          options={{ id }}
          title={texts.proposeTitle}
          okText={texts.propose}
          refreshes={['contentRevision', 'contentList']}
          onClose={() => setDialog(null)}
        >
          <p>{texts.proposeEffect}</p>
        </ProposalDialog>
      )}
      {dialog === 'withdraw' && (
        <ProposalDialog
          action="content:withdraw"
          options={{ kind, name }}
          title={texts.withdrawTitle}
          okText={texts.withdraw}
          isDangerous
          refreshes={['contentRevision', 'contentList']}
          onClose={() => setDialog(null)}
        >
          <p>{texts.withdrawEffect}</p>
        </ProposalDialog>
      )}
    </>
  );
}

function Facts({ data: { revision, shown, hash, customers, inForce } }: { data: Data }) {
  const { id, kind, name, version, state, isForce, order, createdBy, createdAt } = revision;
  const { publishedBy, publishedAt, approvedBy, withdrawnBy, withdrawnAt } = revision;
  return (
    <dl className={styles.facts}>
      <dt>{texts.state}</dt>
      <dd>
        <Status shape={stateNames[state].shape}>{stateNames[state].label}</Status>{' '}
        {inForce !== null && inForce !== id && <Link to={`/content/${inForce}`}>{texts.replacesNow(inForce)}</Link>}
      </dd>
      <dt>{texts.name}</dt>
      <dd>{name}</dd>
      {version !== null && (
        <>
          <dt>{texts.version}</dt>
          <dd>{version}</dd>
        </>
      )}
      {kind === 'version' && (
        <>
          <dt>{texts.forced}</dt>
          <dd>{isForce ? texts.mandatory : texts.optional}</dd>
        </>
      )}
      <dt>{texts.schedule}</dt>
      <dd>{scheduleText(revision)}</dd>
      <dt>{texts.audience}</dt>
      <dd>
        {audienceText(revision)}，{texts.customers(customers)}
      </dd>
      {kind !== 'agreement' && kind !== 'version' && (
        <>
          <dt>{texts.order}</dt>
          <dd>{order}</dd>
        </>
      )}
      {shown.url !== null && (
        <>
          <dt>{texts.link}</dt>
          <dd>{shown.url}</dd>
        </>
      )}
      <dt>{texts.created}</dt>
      <dd>{texts.at(writerText(createdBy), momentText(createdAt))}</dd>
      {publishedBy !== null && publishedAt !== null && (
        <>
          <dt>{texts.published}</dt>
          <dd>{texts.at(writerText(publishedBy), momentText(publishedAt))}</dd>
        </>
      )}
      {approvedBy !== null && (
        <>
          <dt>{texts.approved}</dt>
          <dd>{approvedBy}</dd>
        </>
      )}
      {withdrawnBy !== null && withdrawnAt !== null && (
        <>
          <dt>{texts.withdrawn}</dt>
          <dd>{texts.at(withdrawnBy, momentText(withdrawnAt))}</dd>
        </>
      )}
      <dt>{texts.hash}</dt>
      <dd className={styles.hash}>{hash}</dd>
      {kind === 'agreement' && state === 'IN_FORCE' && <dd className={styles.across}>{texts.agreementStays}</dd>}
    </dl>
  );
}

function RevisionsOfName({ revision: { kind, name, id } }: { revision: Revision }) {
  const query = useQuery(callQuery('contentList', { kind, name }));
  if (query.data === undefined)
    return query.error ? <QueryFailed what={texts.revisions} query={query} /> : <RowsSkeleton rows={2} />;
  const { records, nextCursor } = query.data;
  return (
    <>
      <table className={list.table} aria-label={texts.revisions}>
        <thead>
          <tr>
            <th scope="col">{texts.one}</th>
            <th scope="col">{texts.state}</th>
            <th scope="col">{texts.schedule}</th>
            <th scope="col">{texts.people}</th>
          </tr>
        </thead>
        <tbody>
          {records.map((one) => (
            <tr key={one.id} aria-current={one.id === id || undefined}>
              <td>
                <Link to={`/content/${one.id}`}>{texts.number(one.id)}</Link>
              </td>
              <td>
                <Status shape={stateNames[one.state].shape}>{stateNames[one.state].label}</Status>
              </td>
              <td>{scheduleText(one)}</td>
              <td>{peopleText(one)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {nextCursor !== null && <p className={styles.note}>{texts.revisionsAtMost}</p>}
    </>
  );
}
