import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Amount } from '../../components/amount.tsx';
import list from '../../components/list-table.module.css';
import { shownAmount } from '../../lib/shown-amount.ts';
import { accountNames, type CustomerPageData, customerTexts as texts } from '../../locales/zh/customers.ts';
import { machineStatuses } from '../../locales/zh/machines.ts';
import { machineColumns, movementColumns, shortDepositColumns, shortWithdrawalColumns } from './customer-columns.tsx';
import { CustomerRail } from './customer-rail.tsx';
import styles from './customers.module.css';
import { ShortTable } from './short-table.tsx';

interface OverviewProps {
  id: string;
  data: CustomerPageData;
  readAt: number;
}

/** Everything at one look: sums, accounts, and the first of each list. */
export function CustomerOverview({ id, data, readAt }: OverviewProps) {
  const { counts } = data;
  return (
    <div className={styles.columns}>
      <div className={styles.work}>
        <Accounts data={data} />
        <Section
          title={texts.machines}
          note={data.machineCounts.map(({ status, count }) => `${count} ${machineStatuses[status].label}`).join(' · ')}
          link={<Link to={`/customers/${id}/machines`}>{texts.allMachines(counts.machines)}</Link>}
        >
          <ShortTable
            what={texts.machines}
            rows={data.machines}
            columns={machineColumns}
            rowKey={(row) => row.id}
            readAt={readAt}
          />
        </Section>
        <Section
          title={texts.movements}
          note={texts.newest}
          link={<Link to={`/customers/${id}/movements`}>{texts.allMovements}</Link>}
        >
          <ShortTable
            what={texts.movements}
            rows={data.movements}
            columns={movementColumns}
            rowKey={(row) => row.id}
            readAt={readAt}
          />
        </Section>
        <div className={styles.pair}>
          <Section
            title={texts.withdrawals}
            note={texts.open(counts.openWithdrawals)}
            link={<Link to={`/customers/${id}/withdrawals`}>{texts.allOf(counts.withdrawals)}</Link>}
          >
            <ShortTable
              what={texts.withdrawals}
              rows={data.withdrawals}
              columns={shortWithdrawalColumns}
              rowKey={(row) => row.id}
              readAt={readAt}
            />
          </Section>
          <Section
            title={texts.deposits}
            link={<Link to={`/customers/${id}/deposits`}>{texts.allOf(counts.deposits)}</Link>}
          >
            <ShortTable
              what={texts.deposits}
              rows={data.deposits}
              columns={shortDepositColumns}
              rowKey={(row) => row.id}
              readAt={readAt}
            />
          </Section>
        </div>
      </div>
      <CustomerRail data={data} />
    </div>
  );
}

interface SectionProps {
  title: string;
  note?: string;
  link?: ReactNode;
  children: ReactNode;
}

function Section({ title, note, link, children }: SectionProps) {
  return (
    <section className={styles.section} aria-label={title}>
      <div className={styles.sectionHead}>
        <h2>{title}</h2>
        {note && <span className={styles.quiet}>{note}</span>}
        <span className={styles.space} />
        {link}
      </div>
      {children}
    </section>
  );
}

/** Accounts that hold nothing are left out. */
function Accounts({ data: { accounts, totalUsdt } }: { data: CustomerPageData }) {
  const used = accounts.filter(({ total }) => !/^[0.]+$/.test(total));
  return (
    <Section title={texts.accounts}>
      <table className={list.table} aria-label={texts.accounts}>
        <thead>
          <tr>
            <th scope="col">{texts.accounts}</th>
            <th scope="col">{texts.coin}</th>
            {[texts.available, texts.frozen, texts.sum, texts.value].map((title) => (
              <th key={title} scope="col" className={list.number}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {used.map(({ account, coin, available, frozen, total, valueUsdt }) => (
            <tr key={`${account} ${coin}`}>
              <td>{accountNames[account]}</td>
              <td>{coin}</td>
              <AmountCell amount={available} coin={coin} />
              <AmountCell amount={frozen} coin={coin} />
              <AmountCell amount={total} coin={coin} />
              <td className={list.number}>
                {valueUsdt === null ? '—' : <Amount value={shownAmount(valueUsdt, 'USDT')} />}
              </td>
            </tr>
          ))}
          <tr>
            <th scope="row" colSpan={5}>
              {texts.sum}
            </th>
            <td className={list.number}>
              <strong>
                <Amount value={shownAmount(totalUsdt, 'USDT')} />
              </strong>
            </td>
          </tr>
        </tbody>
      </table>
    </Section>
  );
}

function AmountCell({ amount, coin }: { amount: string; coin: string }) {
  return (
    <td className={list.number}>
      <Amount value={shownAmount(amount, coin)} />
    </td>
  );
}
