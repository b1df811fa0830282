import type { ConsoleData } from '@lode/contract/console';
import { Button } from 'antd';
import { Link } from 'react-router';
import { Amount } from '../../components/amount.tsx';
import { QueryFailed, RowsSkeleton } from '../../components/query-state.tsx';
import { type RecordOf, useRecords } from '../../lib/records.ts';
import { accountNames, entryTypeName, booksTexts as texts } from '../../locales/zh/books.ts';
import { stateTexts } from '../../locales/zh/states.ts';
import { AccountName } from './account-name.tsx';
import styles from './books.module.css';

type Line = RecordOf<'transferEntries'>;

interface TransferEntriesProps extends Pick<ConsoleData<'transfer'>, 'lines' | 'moved'> {
  id: string;
}

/** Each line moves an amount from the account that gives to the one that receives: two entries. */
export function TransferEntries({ id, lines, moved }: TransferEntriesProps) {
  const query = useRecords('transferEntries', { id }, { refetchOnWindowFocus: false });
  return (
    <section className={styles.section} aria-label={texts.entries}>
      <h2>
        {texts.entries} <small>{texts.entriesNote(lines)}</small>
      </h2>
      {query.records === undefined &&
        (query.error ? <QueryFailed what={texts.entries} query={query} /> : <RowsSkeleton rows={3} />)}
      {query.records && (
        <table className={styles.table} aria-label={texts.entries}>
          <thead>
            <tr>
              <th scope="col">{texts.account}</th>
              <th scope="col">{texts.owner}</th>
              <th scope="col">{texts.type}</th>
              <th scope="col">{texts.coin}</th>
              <th scope="col" className={styles.right}>
                −
              </th>
              <th scope="col" className={styles.right}>
                +
              </th>
              <th scope="col" className={styles.right}>
                {texts.after}
              </th>
            </tr>
          </thead>
          <tbody>
            {query.records.flatMap((line) => [
              <Entry key={`${line.line} −`} line={line} side="from" />,
              <Entry key={`${line.line} +`} line={line} side="to" />,
            ])}
          </tbody>
          <tfoot>
            {moved.map(({ coin, amount }) => (
              <tr key={coin}>
                <th scope="row" colSpan={3}>
                  {texts.sum}
                </th>
                <td>{coin}</td>
                <td className={styles.right}>
                  <Amount value={amount} />
                </td>
                <td className={styles.right}>
                  <Amount value={amount} />
                </td>
                <td className={styles.right}>{texts.equal}</td>
              </tr>
            ))}
          </tfoot>
        </table>
      )}
      {query.hasNextPage && (
        <div className={styles.more}>
          <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {stateTexts.more}
          </Button>
        </div>
      )}
    </section>
  );
}

function Entry({ line, side }: { line: Line; side: 'from' | 'to' }) {
  const { account, customer, after } = line[side];
  const { machine } = line;
  return (
    <tr>
      <td>
        {accountNames[account]}
        <span className={styles.sub}>
          <AccountName account={account} />
        </span>
      </td>
      <td>
        {customer === null ? texts.house : <Link to={`/customers/${customer.id}`}>{customer.account}</Link>}
        {customer !== null && machine !== null && (
          <>
            {' · '}
            <Link to={`/machines/${machine.id}`}>{texts.machine(machine.machineNo)}</Link>
          </>
        )}
      </td>
      <td className={styles.whole}>{entryTypeName(line.type)}</td>
      <td>{line.coin}</td>
      <td className={styles.right}>{side === 'from' && <Amount value={line.amount} />}</td>
      <td className={styles.right}>{side === 'to' && <Amount value={line.amount} />}</td>
      <td className={styles.right}>{after !== null && <Amount value={after} />}</td>
    </tr>
  );
}
