import { Amount } from '../../components/amount.tsx';
import { type ShapeName, Status } from '../../components/shape.tsx';
import { shownAmount } from '../../lib/shown-amount.ts';
import { momentText } from '../../lib/time.ts';
import { booksTexts, transferKindName } from '../../locales/zh/books.ts';
import { customerStatuses, customerTexts } from '../../locales/zh/customers.ts';
import { depositStatuses } from '../../locales/zh/deposits.ts';
import { machineStatuses } from '../../locales/zh/machines.ts';
import { postingTypes, type SearchHit, searchTexts as texts } from '../../locales/zh/search.ts';
import { phaseNames, phaseShapes } from '../../locales/zh/withdrawals.ts';
import styles from './search.module.css';

type Statuses = Record<string, { shape: ShapeName; label: string } | undefined>;

const phases: Statuses = Object.fromEntries(
  Object.entries(phaseNames).map(([phase, label]) => [
    phase,
    { shape: phaseShapes[phase as keyof typeof phaseNames], label },
  ]),
);

const statuses: Partial<Record<SearchHit['kind'], Statuses>> = {
  CUSTOMER: customerStatuses,
  MACHINE: machineStatuses,
  WITHDRAWAL: phases,
  DEPOSIT: depositStatuses,
};

/** What was found, whose it is, and how it stands. */
export function HitLine({ hit }: { hit: SearchHit }) {
  const { kind, id, customerId, account, isExact, status, coin, amount, at } = hit;
  const named = status === null ? undefined : statuses[kind]?.[status];
  const owner =
    customerId === null ? texts.house(booksTexts.number(id)) : `${customerTexts.customerNo(customerId)} · ${account}`;
  return (
    <>
      <span className={kind === 'CUSTOMER' || kind === 'TRANSFER' ? styles.name : styles.code}>{nameOf(hit)}</span>
      <span className={styles.owner}>{owner}</span>
      {isExact && <span className={styles.exact}>{texts.exact}</span>}
      <span className={styles.space} />
      {amount !== null && coin !== null && <Amount value={shownAmount(amount, coin)} coin={coin} />}
      {at !== null && <time dateTime={at}>{momentText(at)}</time>}
      {named && <Status shape={named.shape}>{named.label}</Status>}
    </>
  );
}

function nameOf({ kind, title, customerId }: SearchHit): string {
  if (kind === 'TRANSFER') return customerId === null ? transferKindName(title) : (postingTypes[title] ?? title);
  return title === '' ? customerTexts.noName : title;
}
