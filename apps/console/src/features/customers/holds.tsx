import list from '../../components/list-table.module.css';
import { Nothing } from '../../components/query-state.tsx';
import { Status } from '../../components/shape.tsx';
import { momentText } from '../../lib/time.ts';
import { type CustomerPageData, holdReasons, customerTexts as texts } from '../../locales/zh/customers.ts';
import styles from './customers.module.css';

/** What holds withdrawals back, and when it ends. */
export function Holds({ holds }: Pick<CustomerPageData, 'holds'>) {
  if (holds.length === 0) return <Nothing title={texts.noHolds} text={texts.noHoldsText} />;
  return (
    <table className={list.table} aria-label={texts.holds}>
      <thead>
        <tr>
          <th scope="col">{texts.holds}</th>
          <th scope="col">{texts.about}</th>
          <th scope="col" className={list.number}>
            {texts.end}
          </th>
        </tr>
      </thead>
      <tbody>
        {holds.map(({ reason, until, about }) => (
          <tr key={`${reason} ${about}`}>
            <td>
              <Status shape={until === null ? 'bad' : 'attention'}>{holdReasons[reason]}</Status>
            </td>
            <td className={styles.long}>{about ?? '—'}</td>
            <td className={list.number}>{until === null ? texts.byTwo : momentText(until)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
