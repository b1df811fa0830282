import type { ConsoleData } from '@lode/contract/console';
import { optionName } from '@lode/contract/proposal-names';
import { Alert } from 'antd';
import list from '../../components/list-table.module.css';
import { importTexts as texts } from '../../locales/zh/imports.ts';
import styles from './imports.module.css';

type Data = ConsoleData<'previewImport'>;

/** What a file would bring in, or what is wrong with it, line by line. */
export function Preview({ data }: { data: Data }) {
  const { lines, fresh, alreadyThere, errors, moreErrors } = data;
  return (
    <section aria-label={texts.result} className={styles.result}>
      <dl className={styles.counts}>
        {[
          [texts.lines, lines],
          [texts.fresh, fresh],
          [texts.there, alreadyThere],
          [texts.wrongLines, texts.atLeast(new Set(errors.map(({ line }) => line)).size, moreErrors > 0)],
        ].map(([label, count]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{typeof count === 'number' ? count.toLocaleString('en') : count}</dd>
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
      {fresh > 0 && <Added data={data} />}
      {fresh > 0 && <Rows data={data} />}
      {errors.length === 0 && fresh === 0 && <Alert type="info" showIcon title={texts.nothingNew} />}
    </section>
  );
}

/** What is easily missed: a slip of a name creates a site or a model, a date has no zone. */
function Added({ data: { added, moreAdded, hasDatesAlone } }: { data: Data }) {
  return (
    <>
      {added.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={texts.added}
          description={
            <ul className={styles.added}>
              {added.map((one) => (
                <li key={`${one.kind} ${one.name}`}>{texts.addedOne(one)}</li>
              ))}
              {moreAdded > 0 && <li>{texts.more(moreAdded)}</li>}
            </ul>
          }
        />
      )}
      {hasDatesAlone && <Alert type="info" showIcon title={texts.datesAlone} />}
    </>
  );
}

/** The first rows, as the books will have them. */
function Rows({ data: { columns, rows, fresh } }: { data: Data }) {
  return (
    <>
      <p className={styles.quiet}>{texts.firstRows(rows.length, fresh)}</p>
      <div className={styles.rows}>
        <table className={list.table} aria-label={texts.rows}>
          <thead>
            <tr>
              <th scope="col">{texts.line}</th>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {optionName(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ line, cells }) => (
              <tr key={line}>
                <td>{line}</td>
                {columns.map((column, place) => (
                  <td key={column}>{cells[place] || texts.none}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
