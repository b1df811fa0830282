import { settingLines } from '@lode/contract/setting-values';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import list from '../../components/list-table.module.css';
import { PageHead } from '../../components/page-head.tsx';
import { QueryFailed, RowsSkeleton, StaleAlert } from '../../components/query-state.tsx';
import { callQuery } from '../../lib/queries.ts';
import { settingName, settingTexts as texts } from '../../locales/zh/settings.ts';

/** Every setting with its value now. */
export function SettingsPage() {
  const query = useQuery(callQuery('settingList', {}));
  const { data, error } = query;
  return (
    <>
      <PageHead title={texts.title} />
      {data === undefined && (error ? <QueryFailed what={texts.title} query={query} /> : <RowsSkeleton rows={16} />)}
      {data && error && <StaleAlert query={query} />}
      {data && (
        <table className={list.table} aria-label={texts.title}>
          <thead>
            <tr>
              <th scope="col">{texts.name}</th>
              <th scope="col">{texts.value}</th>
            </tr>
          </thead>
          <tbody>
            {data.settings.map(({ key, value }) => (
              <tr key={key}>
                <td>
                  <Link to={`/settings/one?key=${key}`}>{settingName(key)}</Link>
                </td>
                <td className={list.wide}>{settingLines(value).join('；')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
