import type { ConsoleData } from '@lode/contract/console';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { Link, useNavigate, useParams } from 'react-router';
import { ContentPreview } from '../../components/content-preview.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { RecordState, StaleAlert } from '../../components/query-state.tsx';
import { Status } from '../../components/shape.tsx';
import { call } from '../../lib/call.ts';
import { useKeys } from '../../lib/keys.ts';
import { callQuery } from '../../lib/queries.ts';
import { saveFile } from '../../lib/save-file.ts';
import { moneyInText } from '../../lib/shown-amount.ts';
import { momentText } from '../../lib/time.ts';
import { roleNames } from '../../locales/zh/frame.ts';
import { actionName, givenName, proposalTexts as texts } from '../../locales/zh/proposals.ts';
import { givenText } from './given-text.ts';
import { ProposalDecision } from './proposal-decision.tsx';
import styles from './proposals.module.css';

type Shown = ConsoleData<'proposal'>;

/** One proposal: what it would do now, and the decision. */
export function ProposalPage() {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const query = useQuery({ ...callQuery('proposal', { id }), refetchOnWindowFocus: false });
  useKeys({ Escape: () => void navigate('/proposals') });
  const { data } = query;
  if (data === undefined) {
    return (
      <>
        <PageHead title={texts.one} />
        <RecordState what={texts.one} query={query} />
      </>
    );
  }
  return (
    <>
      <PageHead title={actionName(data.proposal.action)} parent={{ to: '/proposals', label: texts.back }} />
      {query.error && <StaleAlert query={query} />}
      <div className={styles.columns}>
        <Effect shown={data} />
        <aside className={styles.rail} aria-label={texts.one}>
          <div className={styles.pinned}>
            <Facts shown={data} />
            <span className={styles.space} />
            <ProposalDecision shown={data} isStale={query.isError} />
          </div>
        </aside>
      </div>
    </>
  );
}

function Effect({ shown: { proposal, effect, obstacle, input } }: { shown: Shown }) {
  const content = proposal.action === 'content:publish' ? input.find(({ name }) => name === 'id')?.value : undefined;
  return (
    <div className={styles.body}>
      <section aria-labelledby="proposal-proposed">
        <h2 id="proposal-proposed">{texts.proposed}</h2>
        <p className={styles.said}>{moneyInText(proposal.summary)}</p>
      </section>
      {effect !== null && (
        <section aria-labelledby="proposal-now">
          <h2 id="proposal-now">{texts.now}</h2>
          <p className={styles.said}>{effect === proposal.summary ? texts.same : moneyInText(effect)}</p>
        </section>
      )}
      {obstacle !== null && <Alert type="error" showIcon title={texts.obstacle} description={moneyInText(obstacle)} />}
      <section aria-labelledby="proposal-reason">
        <h2 id="proposal-reason">{texts.reason}</h2>
        <p className={styles.said}>{proposal.reason}</p>
      </section>
      {content !== undefined && <ContentPreview id={content} />}
      <section aria-labelledby="proposal-given">
        <h2 id="proposal-given">{texts.given}</h2>
        <dl className={styles.given}>
          {input.map((given) => (
            <Given
              key={given.name}
              name={givenName(proposal.action, given.name)}
              value={givenText(proposal.action, given)}
              note={given.isCut ? texts.cut : ''}
            />
          ))}
        </dl>
      </section>
    </div>
  );
}

/** Every line that was given and of what it would do: a page shows the first ones. */
function WholeFile({ id }: { id: string }) {
  const file = useMutation({
    mutationFn: () => call('proposalFile', { id }),
    onSuccess: ({ name, content }) => saveFile({ name, type: 'text/csv', encoding: 'utf8', content }),
  });
  return (
    <>
      <Button block loading={file.isPending} onClick={() => file.mutate()}>
        {texts.whole}
      </Button>
      {file.isError && <Alert type="error" showIcon title={texts.wholeFailed} />}
    </>
  );
}

function Given({ name, value, note }: { name: string; value: string; note: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        {value}
        {note}
      </dd>
    </>
  );
}

/** The proposed bounds, tried on what customers asked for. */
function trialOf({ input }: Shown): string {
  const given = Object.fromEntries(input.map(({ name, value }) => [name, value]));
  const trial = new URLSearchParams({
    coin: given.coin ?? '',
    perPayment: given['per-payment'] ?? '',
    perCustomerDay: given['per-customer-day'] ?? '',
    perDay: given['per-day'] ?? '',
    knownDays: given['known-days'] ?? '',
  });
  return `/withdrawals/auto-approval?${trial}`;
}

function Facts({ shown }: { shown: Shown }) {
  const { proposal, roles, outcome, decidedBy, decidedAt, withdrawal } = shown;
  return (
    <>
      <dl className={styles.facts}>
        <dt>{texts.action}</dt>
        <dd>{actionName(proposal.action)}</dd>
        <dt>{texts.by}</dt>
        <dd>{proposal.by}</dd>
        <dt>{texts.since}</dt>
        <dd>{momentText(proposal.at)}</dd>
        <dt>{texts.roles}</dt>
        <dd>{roles.map((role) => roleNames[role] ?? role).join('、')}</dd>
      </dl>
      <WholeFile id={proposal.id} />
      {withdrawal !== null && <Link to={`/withdrawals/${withdrawal}`}>{texts.withdrawal}</Link>}
      {proposal.action === 'withdrawal:rule' && <Link to={trialOf(shown)}>{texts.trial}</Link>}
      {outcome !== null && (
        <p>
          <Status shape={outcome === 'APPROVED' ? 'ok' : 'off'}>{texts.decided[outcome](decidedBy ?? '')}</Status>{' '}
          {decidedAt && <span className={styles.quiet}>{momentText(decidedAt)}</span>}
        </p>
      )}
    </>
  );
}
