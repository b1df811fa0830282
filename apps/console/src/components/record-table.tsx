import { Button, Checkbox } from 'antd';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { useKeys } from '../lib/keys.ts';
import { stateTexts as texts } from '../locales/zh/states.ts';
import list from './list-table.module.css';
import { Nothing, QueryFailed, RowsSkeleton, StaleAlert } from './query-state.tsx';

export interface Column<Row> {
  key: string;
  title: string;
  isNumber?: boolean;
  /** Takes what room is left and ends in an ellipsis: text that may be long. */
  isWide?: boolean;
  /** Takes what it needs, and ends in an ellipsis where that is much: a name, which is short as a rule. */
  isName?: boolean;
  cell: (row: Row, readAt: number) => ReactNode;
}

export const cellClass = ({ isNumber, isWide, isName }: Pick<Column<never>, 'isNumber' | 'isWide' | 'isName'>) =>
  isNumber ? list.number : isWide ? list.wide : isName ? list.name : undefined;

interface Records<Row> {
  records: readonly Row[] | undefined;
  error: Error | null;
  dataUpdatedAt: number;
  isFetching: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => Promise<unknown>;
  refetch: () => Promise<unknown>;
}

interface RecordTableProps<Row> {
  /** What the rows are; also the table's name for a screen reader. */
  what: string;
  query: Records<Row>;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  /** Where a row leads by Enter; the cells hold the link for the mouse. */
  to?: (row: Row) => string;
  /** What an empty list says. */
  nothing: { title: string; text: string };
  selection?: Selection<Row>;
}

/** Rows that something is done with together: by their checkbox, or X for the current one. */
interface Selection<Row> {
  keys: ReadonlySet<string>;
  /** No more than so many together. */
  atMost: number;
  onChange: (keys: ReadonlySet<string>) => void;
  labelAll: string;
  labelOf: (row: Row) => string;
}

/** A list of the console: read by cursor, walked by J and K, in every state that a list can be in. */
export function RecordTable<Row>({ what, query, columns, rowKey, to, nothing, selection }: RecordTableProps<Row>) {
  const navigate = useNavigate();
  const { records, error, dataUpdatedAt } = query;
  const [current, setCurrent] = useState(0);
  const count = records?.length ?? 0;
  const at = Math.min(current, Math.max(0, count - 1));
  const row = records?.[at];
  useKeys({
    ...(count > 1 && {
      j: () => setCurrent(Math.min(at + 1, count - 1)),
      k: () => setCurrent(Math.max(at - 1, 0)),
    }),
    ...(row !== undefined && to && { Enter: () => void navigate(to(row)) }),
    ...(row !== undefined && selection && { x: () => toggle(selection, rowKey(row)) }),
  });
  if (records === undefined) return error ? <QueryFailed what={what} query={query} /> : <RowsSkeleton />;
  return (
    <>
      {error && <StaleAlert query={query} />}
      {count === 0 ? (
        <Nothing {...nothing} />
      ) : (
        <table className={list.table} aria-label={what}>
          <thead>
            <tr>
              {selection && (
                <th scope="col" className={list.check}>
                  <Checkbox {...allOf(selection, records.map(rowKey))} aria-label={selection.labelAll} />
                </th>
              )}
              {columns.map(({ key, title, isNumber }) => (
                <th key={key} scope="col" className={isNumber ? list.number : undefined}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {records.map((row, n) => (
              <tr key={rowKey(row)} aria-current={n === at || undefined}>
                {selection && (
                  <td className={list.check}>
                    <Checkbox
                      aria-label={selection.labelOf(row)}
                      checked={selection.keys.has(rowKey(row))}
                      disabled={!selection.keys.has(rowKey(row)) && selection.keys.size >= selection.atMost}
                      onChange={() => toggle(selection, rowKey(row))}
                    />
                  </td>
                )}
                {columns.map((column) => (
                  <td key={column.key} className={cellClass(column)}>
                    {column.cell(row, dataUpdatedAt)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {query.hasNextPage && (
        <div className={list.more}>
          <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {texts.more}
          </Button>
        </div>
      )}
    </>
  );
}

function toggle<Row>({ keys, atMost, onChange }: Selection<Row>, key: string): void {
  const next = new Set(keys);
  if (!next.delete(key) && next.size < atMost) next.add(key);
  onChange(next);
}

/** The checkbox above all: checked once each that may be is. */
function allOf<Row>({ keys, atMost, onChange }: Selection<Row>, shown: readonly string[]) {
  const checked = shown.every((key) => keys.has(key)) || keys.size >= atMost;
  return {
    checked,
    indeterminate: keys.size > 0 && !checked,
    onChange: () => onChange(checked ? new Set() : new Set([...keys, ...shown].slice(0, atMost))),
  };
}
