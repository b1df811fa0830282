import type { ConsoleData } from '@lode/contract/console';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { Amount } from '../../components/amount.tsx';
import { Nothing } from '../../components/query-state.tsx';
import { RefusalAlert } from '../../components/refusal-alert.tsx';
import { Status } from '../../components/shape.tsx';
import { call } from '../../lib/call.ts';
import { useChange } from '../../lib/change.ts';
import { saveFile, sizeOf } from '../../lib/save-file.ts';
import { useMay } from '../../lib/session.ts';
import { dayText } from '../../lib/time.ts';
import { monthTexts as texts } from '../../locales/zh/books.ts';
import styles from './books.module.css';
import { BooksHead } from './books-head.tsx';

type Package = ConsoleData<'monthlyPackage'>;

/** A month for the accountant: made when it is asked for, since each making stands in the audit log. */
export function MonthPage() {
  const isMaker = useMay()('monthlyPackage');
  const [month, setMonth] = useState(() => lastMonth(dayText(new Date().toISOString())));
  const [made, setMade] = useState<Package | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const make = useChange({
    change: async (wanted: string) => {
      setError(null);
      setMade(await call('monthlyPackage', { month: wanted }));
    },
    refreshes: [],
    onRefused: setError,
  });
  return (
    <>
      <BooksHead page="/ledger/month" />
      <div className={styles.filters} role="search" aria-label={texts.title}>
        <Input
          type="month"
          aria-label={texts.month}
          value={month}
          className={styles.month}
          onChange={({ target }) => setMonth(target.value)}
        />
        <Button
          type="primary"
          disabled={!isMaker || !/^\d{4}-\d{2}$/.test(month)}
          loading={make.isPending}
          onClick={() => make.mutate(month)}
        >
          {texts.making}
        </Button>
        <span className={styles.quiet}>{isMaker ? texts.note : texts.notYours}</span>
      </div>
      <RefusalAlert error={error} />
      {made === null ? <Nothing {...texts.nothing} /> : <Made made={made} />}
    </>
  );
}

function Made({ made: { month, isOver, coins, files } }: { made: Package }) {
  return (
    <>
      <section className={styles.section} aria-label={texts.title}>
        <h2>
          {month} <small>{isOver ? texts.over : texts.goesOn}</small>
        </h2>
        <table className={styles.table} aria-label={texts.title}>
          <thead>
            <tr>
              <th scope="col">{texts.coin}</th>
              {[texts.debit, texts.credit, texts.state].map((title) => (
                <th key={title} scope="col" className={styles.right}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {coins.map(({ coin, debit, credit, isEven }) => (
              <tr key={coin}>
                <td>{coin}</td>
                <td className={styles.right}>
                  <Amount value={debit} />
                </td>
                <td className={styles.right}>
                  <Amount value={credit} />
                </td>
                <td className={styles.right}>
                  <Status shape={isEven ? 'ok' : 'bad'}>{isEven ? texts.even : texts.uneven}</Status>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <section className={styles.section} aria-label={texts.files}>
        <h2>{texts.files}</h2>
        <ul className={styles.files}>
          {files.map((file) => (
            <li key={file.name}>
              <Button onClick={() => saveFile(file)}>
                {texts.save} {labelOf(file.name)}
              </Button>
              <span className={styles.quiet}>
                {file.name} · {texts.size(sizeOf(file))}
              </span>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

function labelOf(name: string): string {
  const kind = Object.entries(texts.names).find(([key]) => name.startsWith(`lode-${key}-`));
  return name.endsWith('.xlsx') ? texts.workbook : (kind?.[1] ?? name);
}

function lastMonth(day: string): string {
  const count = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 2;
  return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}`;
}
