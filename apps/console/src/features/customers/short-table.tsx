import list from '../../components/list-table.module.css';
import { type Column, cellClass } from '../../components/record-table.tsx';
import { customerTexts as texts } from '../../locales/zh/customers.ts';
import styles from './customers.module.css';

interface ShortTableProps<Row> {
  what: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  readAt: number;
}

/** The first records of a list, as they came with the page. */
export function ShortTable<Row>({ what, rows, columns, rowKey, readAt }: ShortTableProps<Row>) {
  if (rows.length === 0) return <p className={styles.none}>{texts.none}</p>;
  return (
    <table className={list.table} aria-label={what}>
      <thead>
        <tr>
          {columns.map(({ key, title, isNumber }) => (
            <th key={key} scope="col" className={isNumber ? list.number : undefined}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {columns.map((column) => (
              <td key={column.key} className={cellClass(column)}>
                {column.cell(row, readAt)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
