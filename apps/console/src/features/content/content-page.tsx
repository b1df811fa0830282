import { useQuery } from '@tanstack/react-query';
import { Button, Dropdown, Segmented } from 'antd';
import { Link, useNavigate } from 'react-router';
import { PageHead } from '../../components/page-head.tsx';
import { type Column, RecordTable } from '../../components/record-table.tsx';
import { Status } from '../../components/shape.tsx';
import { useKeys } from '../../lib/keys.ts';
import { useListView } from '../../lib/list-view.ts';
import { callQuery } from '../../lib/queries.ts';
import { useRecords } from '../../lib/records.ts';
import { useMay } from '../../lib/session.ts';
import {
  type ContentKind,
  contentKinds,
  kindName,
  stateNames,
  contentTexts as texts,
} from '../../locales/zh/content.ts';
import styles from './content.module.css';
import { audienceText, besideText, peopleText, type Revision, scheduleText, whatText } from './revision-text.ts';

type View = keyof typeof texts.nothing;

const columns: Column<Revision>[] = [
  {
    key: 'state',
    title: texts.state,
    cell: ({ state }) => <Status shape={stateNames[state].shape}>{stateNames[state].label}</Status>,
  },
  { key: 'kind', title: texts.kind, cell: ({ kind }) => kindName(kind) },
  {
    key: 'what',
    title: texts.what,
    isWide: true,
    cell: (revision) => (
      <>
        <Link to={`/content/${revision.id}`}>{whatText(revision)}</Link>{' '}
        <span className={styles.quiet}>{besideText(revision)}</span>
      </>
    ),
  },
  { key: 'schedule', title: texts.schedule, cell: scheduleText },
  { key: 'audience', title: texts.audience, cell: audienceText },
  {
    key: 'confirmed',
    title: texts.confirmed,
    isNumber: true,
    cell: ({ confirmed }) => (confirmed === null ? '' : confirmed.toLocaleString('en')),
  },
  { key: 'people', title: texts.people, cell: peopleText },
];

/** What customers are shown, by kind: now, planned, drafted and over. */
export function ContentPage() {
  const navigate = useNavigate();
  const [address, setAddress] = useListView(['kind', 'view']);
  const kind = contentKinds.find((one) => one === address.kind);
  const view = (texts.viewOptions.find(({ value }) => value === address.view)?.value ?? 'NOW') as View;
  const query = useRecords('contentList', { ...(kind && { kind }), view });
  const now = useQuery(callQuery('contentNow', {}));
  const mayWrite = useMay()('saveContent');
  const write = (one: ContentKind) => void navigate(`/content/new?kind=${one}`);
  useKeys(mayWrite ? { n: () => write(kind ?? 'forced') } : {});
  const countOf = (one: ContentKind) => now.data?.kinds.find((counts) => counts.kind === one)?.inForce;
  return (
    <>
      <PageHead title={texts.title}>
        {mayWrite && kind !== undefined && (
          <Button type="primary" onClick={() => write(kind)}>
            {texts.writeKind(kind)}
          </Button>
        )}
        {mayWrite && kind === undefined && (
          <Dropdown
            trigger={['click']}
            menu={{
              items: contentKinds.map((one) => ({ key: one, label: kindName(one) })),
              onClick: ({ key }) => write(key as ContentKind),
            }}
          >
            <Button type="primary">{texts.write}</Button>
          </Dropdown>
        )}
      </PageHead>
      <search className={styles.filters} aria-label={texts.views}>
        <Segmented
          aria-label={texts.kinds}
          value={kind ?? ''}
          options={[
            { value: '', label: texts.all },
            ...contentKinds.map((one) => ({
              value: one,
              label: (
                <>
                  {kindName(one)} <span className={styles.count}>{countOf(one) ?? ''}</span>
                </>
              ),
            })),
          ]}
          onChange={(value) => setAddress({ kind: value })}
        />
        <Segmented
          aria-label={texts.state}
          value={view}
          options={texts.viewOptions}
          onChange={(value) => setAddress({ view: value === 'NOW' ? undefined : value })}
        />
      </search>
      {kind === 'version' && now.data && (
        <p className={styles.note}>{texts.appVersions(now.data.newestVersion, now.data.leastVersion)}</p>
      )}
      <RecordTable
        key={`${kind} ${view}`}
        what={texts.title}
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        to={({ id }) => `/content/${id}`}
        nothing={texts.nothing[view]}
      />
      <p className={styles.note}>
        {texts.contact} <Link to="/settings">{texts.settings}</Link>
      </p>
    </>
  );
}
