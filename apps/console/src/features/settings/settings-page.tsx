import type { ConsoleData } from '@lode/contract/console';
import { settingLines } from '@lode/contract/setting-values';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import list from '../../components/list-table.module.css';
import { PageHead } from '../../components/page-head.tsx';
import { QueryFailed, RowsSkeleton, StaleAlert } from '../../components/query-state.tsx';
import { callQuery } from '../../lib/queries.ts';
import { settingGroups, settingName, settingTexts as texts } from '../../locales/zh/settings.ts';
import styles from './settings.module.css';

type Setting = ConsoleData<'settingList'>['settings'][number];

/** By the first part of their keys. */
function groupsOf(settings: readonly Setting[]) {
  const nameOf = (key: string) => settingGroups[key.split('.', 1).join()] ?? key;
  const names = [...new Set(settings.map(({ key }) => nameOf(key)))];
  return names.map((name) => ({ name, settings: settings.filter(({ key }) => nameOf(key) === name) }));
}

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
          {groupsOf(data.settings).map(({ name, settings }) => (
            <tbody key={name}>
              <tr>
                <th scope="rowgroup" colSpan={2} className={styles.group}>
                  {name}
                </th>
              </tr>
              {settings.map(({ key, value }) => (
                <tr key={key}>
                  <td>
                    <Link to={`/settings/one?key=${key}`}>{settingName(key)}</Link>
                  </td>
                  <td className={list.wide}>{settingLines(value, key).join('；')}</td>
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      )}
    </>
  );
}
