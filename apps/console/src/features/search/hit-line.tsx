import { Amount } from '../../components/amount.tsx';
import { Status } from '../../components/shape.tsx';
import { shownAmount } from '../../lib/shown-amount.ts';
import { momentText } from '../../lib/time.ts';
import { customerStatuses, customerTexts, depositStatuses, withdrawalPhases } from '../../locales/zh/customers.ts';
import { machineStatuses } from '../../locales/zh/machines.ts';
import { postingTypes, type SearchHit, searchTexts as texts } from '../../locales/zh/search.ts';
import styles from './search.module.css';

type Statuses = Record<string, { shape: Parameters<typeof Status>[0]['shape']; label: string } | undefined>;

const statuses: Partial<Record<SearchHit['kind'], Statuses>> = {
  CUSTOMER: customerStatuses,
  MACHINE: machineStatuses,
  WITHDRAWAL: withdrawalPhases,
  DEPOSIT: depositStatuses,
};

/** What was found, whose it is, and how it stands. */
export function HitLine({ hit }: { hit: SearchHit }) {
  const { kind, title, customerId, account, isExact, status, coin, amount, at } = hit;
  const named = status === null ? undefined : statuses[kind]?.[status];
  const name = kind === 'TRANSFER' ? (postingTypes[title] ?? title) : title === '' ? customerTexts.noName : title;
  return (
    <>
      <span className={kind === 'CUSTOMER' || kind === 'TRANSFER' ? styles.name : styles.code}>{name}</span>
      <span className={styles.owner}>
        {customerTexts.customerNo(customerId)} · {account}
      </span>
      {isExact && <span className={styles.exact}>{texts.exact}</span>}
      <span className={styles.space} />
      {amount !== null && coin !== null && <Amount value={shownAmount(amount, coin)} coin={coin} />}
      {at !== null && <time dateTime={at}>{momentText(at)}</time>}
      {named && <Status shape={named.shape}>{named.label}</Status>}
    </>
  );
}
