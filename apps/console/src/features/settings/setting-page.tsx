import { settingLines } from '@lode/contract/setting-values';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { PageHead } from '../../components/page-head.tsx';
import { Nothing, QueryFailed, RowsSkeleton, StaleAlert } from '../../components/query-state.tsx';
import { type Column, RecordTable } from '../../components/record-table.tsx';
import { Status } from '../../components/shape.tsx';
import { useKeys } from '../../lib/keys.ts';
import { callQuery } from '../../lib/queries.ts';
import { type RecordOf, useRecords } from '../../lib/records.ts';
import { useMay } from '../../lib/session.ts';
import { momentText } from '../../lib/time.ts';
import { changeReason, changersOf, settingName, settingTexts as texts } from '../../locales/zh/settings.ts';
import { ChangeDialog } from './change-dialog.tsx';
import styles from './settings.module.css';

type Version = RecordOf<'settingVersions'>;

/** One setting: its value, what it takes, and every version of it. */
export function SettingPage() {
  // In the query: a path with a dot is a file's to the server.
  const key = useSearchParams()[0].get('key') ?? '';
  const may = useMay();
  const navigate = useNavigate();
  const [isChanging, setChanging] = useState(false);
  const query = useQuery(callQuery('settingList', {}));
  const versions = useRecords('settingVersions', { key });
  useKeys({ Escape: () => void navigate('/settings') });
  const { data, error } = query;
  const setting = data?.settings.find((one) => one.key === key);
  if (data === undefined) return error ? <QueryFailed what={texts.title} query={query} /> : <RowsSkeleton />;
  if (setting === undefined) return <Nothing title={texts.notFound} text={texts.notFoundText} />;
  const mayChange = may('setting:change') && setting.changedWith === null;
  return (
    <>
      <PageHead title={settingName(key)} parent={{ to: '/settings', label: texts.back }} note={<code>{key}</code>}>
        {mayChange && (
          <Button type="primary" disabled={error !== null} onClick={() => setChanging(true)}>
            {texts.change}
          </Button>
        )}
      </PageHead>
      {error && <StaleAlert query={query} />}
      <dl className={styles.facts}>
        <dt>{texts.value}</dt>
        <dd className={styles.lines}>{settingLines(setting.value, key).join('\n')}</dd>
        <dt>{texts.bounds}</dt>
        <dd>{setting.bounds}</dd>
      </dl>
      {!mayChange && (
        <p className={styles.meta}>
          {setting.changedWith === null ? texts.adminOnly : <OwnRules name={key} command={setting.changedWith} />}
        </p>
      )}
      <h2 className={styles.title}>{texts.history}</h2>
      <RecordTable
        what={texts.history}
        query={versions}
        columns={columnsOf(key, versions.records)}
        rowKey={({ effectiveFrom, version }) => `${effectiveFrom} ${version}`}
        nothing={texts.noHistory}
      />
      {isChanging && <ChangeDialog setting={setting} onClose={() => setChanging(false)} />}
    </>
  );
}

/** Where a setting with rules of its own is changed. */
function OwnRules({ name, command }: { name: string; command: string }) {
  const coin = name.slice(name.lastIndexOf('.') + 1);
  const pages: Record<string, [path: string, label: string]> = {
    'withdrawal:rule': [`/withdrawals/auto-approval?coin=${coin}`, texts.toAutoApproval],
    'coin-up:rate': ['/coin-up', texts.toCoinUp],
  };
  const page = pages[command];
  if (page === undefined) return texts.changedWith(command);
  return (
    <>
      {texts.changedElsewhere} <Link to={page[0]}>{page[1]}</Link>
    </>
  );
}

function columnsOf(name: string, versions: readonly Version[] | undefined): Column<Version>[] {
  return [
    {
      key: 'state',
      title: texts.state,
      cell(version, readAt) {
        const current = versions?.find(({ effectiveFrom }) => Date.parse(effectiveFrom) <= readAt);
        if (Date.parse(version.effectiveFrom) > readAt) return <Status shape="draft">{texts.ahead}</Status>;
        if (version === current) return <Status shape="ok">{texts.inForce}</Status>;
        return <Status shape="off">{texts.past}</Status>;
      },
    },
    { key: 'from', title: texts.from, cell: ({ effectiveFrom }) => momentText(effectiveFrom) },
    {
      key: 'value',
      title: texts.versionValue,
      isWide: true,
      cell: ({ value }) => <span className={styles.lines}>{settingLines(value, name).join('\n')}</span>,
    },
    {
      key: 'by',
      title: texts.by,
      cell: (version) => <span className={styles.lines}>{changersOf(version).join('\n')}</span>,
    },
    {
      key: 'reason',
      title: texts.reason,
      cell: ({ changedBy, reason }) => <span className={styles.reason}>{changeReason(changedBy, reason)}</span>,
    },
  ];
}
