import type { ConsoleData } from '@lode/contract/console';
import { Alert } from 'antd';
import list from '../../components/list-table.module.css';
import { importTexts as texts } from '../../locales/zh/imports.ts';
import styles from './imports.module.css';

/** What a file would bring in, or what is wrong with it, line by line. */
export function Preview({ data }: { data: ConsoleData<'previewImport'> }) {
  const { lines, fresh, alreadyThere, errors, moreErrors } = data;
  return (
    <section aria-label={texts.result} className={styles.result}>
      <dl className={styles.counts}>
        {[
          [texts.lines, lines],
          [texts.fresh, fresh],
          [texts.there, alreadyThere],
          [texts.wrong, errors.length + moreErrors],
        ].map(([label, count]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{count?.toLocaleString('en')}</dd>
          </div>
        ))}
      </dl>
      {errors.length > 0 && (
        <>
          <Alert type="error" showIcon title={texts.whole} />
          <table className={list.table} aria-label={texts.wrong}>
            <thead>
              <tr>
                <th scope="col">{texts.line}</th>
                <th scope="col">{texts.reason}</th>
              </tr>
            </thead>
            <tbody>
              {errors.map(({ line, reason }) => (
                <tr key={`${line} ${reason}`}>
                  <td>{line}</td>
                  <td className={styles.reason}>{reason}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {moreErrors > 0 && <p className={styles.quiet}>{texts.more(moreErrors)}</p>}
        </>
      )}
      {errors.length === 0 && fresh === 0 && <Alert type="info" showIcon title={texts.nothingNew} />}
    </section>
  );
}
