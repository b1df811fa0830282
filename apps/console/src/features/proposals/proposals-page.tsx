import { Segmented } from 'antd';
import { Link } from 'react-router';
import { PageHead } from '../../components/page-head.tsx';
import { type Column, RecordTable } from '../../components/record-table.tsx';
import { useListView } from '../../lib/list-view.ts';
import { type RecordOf, useRecords } from '../../lib/records.ts';
import { useMay } from '../../lib/session.ts';
import { moneyInText } from '../../lib/shown-amount.ts';
import { ageText } from '../../lib/time.ts';
import { proposalFormTexts as formTexts } from '../../locales/zh/proposal-forms.ts';
import { actionName, proposalTexts as texts } from '../../locales/zh/proposals.ts';

type Proposal = RecordOf<'proposalList'>;

const columns: Column<Proposal>[] = [
  {
    key: 'action',
    title: texts.action,
    cell: ({ id, action }) => <Link to={`/proposals/${id}`}>{actionName(action)}</Link>,
  },
  { key: 'summary', title: texts.summary, isWide: true, cell: ({ summary }) => moneyInText(summary) },
  { key: 'by', title: texts.by, cell: ({ by }) => by },
  { key: 'waits', title: texts.waits, isNumber: true, cell: ({ at }, readAt) => ageText(at, readAt) },
];

/** What one member proposed and another has to decide, the longest waiting first. */
export function ProposalsPage() {
  const [{ view: asked }, setView] = useListView(['view']);
  const may = useMay();
  const view = asked === 'OWN' || asked === 'ALL' ? asked : 'MINE';
  const query = useRecords('proposalList', { view }, { refetchInterval: 15_000 });
  return (
    <>
      <PageHead title={texts.title}>
        {may('propose') && <Link to="/proposals/new">{formTexts.open}</Link>}
        <Segmented
          aria-label={texts.views}
          value={view}
          options={texts.viewOptions}
          onChange={(next) => setView({ view: next === 'MINE' ? undefined : next })}
        />
      </PageHead>
      <RecordTable
        key={view}
        what={texts.title}
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        to={({ id }) => `/proposals/${id}`}
        nothing={texts.nothing[view]}
      />
    </>
  );
}
