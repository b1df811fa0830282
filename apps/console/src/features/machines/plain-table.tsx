import type { ReactNode } from 'react';
import list from '../../components/list-table.module.css';
import styles from './machines.module.css';

export interface PlainColumn<Row> {
  title: string;
  isNumber?: boolean;
  cell: (row: Row) => ReactNode;
}

interface PlainTableProps<Row> {
  title: string;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  columns: readonly PlainColumn<Row>[];
  /** What stands there without rows. */
  nothing: string;
}

/** A part of a machine's page: all of its rows came with the page. */
export function PlainTable<Row>({ title, rows, rowKey, columns, nothing }: PlainTableProps<Row>) {
  return (
    <section className={styles.part} aria-label={title}>
      <h2>{title}</h2>
      {rows.length === 0 ? (
        <p className={styles.quiet}>{nothing}</p>
      ) : (
        <div className={styles.scroll}>
          <table className={list.table}>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column.title} scope="col" className={column.isNumber ? list.number : undefined}>
                    {column.title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={rowKey(row)}>
                  {columns.map((column) => (
                    <td key={column.title} className={column.isNumber ? list.number : undefined}>
                      {column.cell(row)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
