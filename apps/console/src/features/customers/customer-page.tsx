import { useQuery } from '@tanstack/react-query';
import { Tag } from 'antd';
import { Link, useNavigate, useParams } from 'react-router';
import { PageHead } from '../../components/page-head.tsx';
import { ProposalLink } from '../../components/proposal-link.tsx';
import { Nothing, RecordState, StaleAlert } from '../../components/query-state.tsx';
import { Status } from '../../components/shape.tsx';
import { useKeys } from '../../lib/keys.ts';
import { callQuery } from '../../lib/queries.ts';
import { useMay } from '../../lib/session.ts';
import { amountText, shownAmount } from '../../lib/shown-amount.ts';
import { dayText, momentText } from '../../lib/time.ts';
import { viewTexts } from '../../locales/zh/customer-view.ts';
import {
  type CustomerPageData,
  type CustomerPart,
  customerParts,
  customerStatuses,
  payModes,
  customerTexts as texts,
} from '../../locales/zh/customers.ts';
import { stateTexts } from '../../locales/zh/states.ts';
import { CustomerActions } from './customer-actions.tsx';
import { CustomerOverview } from './customer-overview.tsx';
import { CustomerPartList } from './customer-part-list.tsx';
import styles from './customers.module.css';
import { Figures } from './figures.tsx';
import { Holds } from './holds.tsx';

/** One customer. It is read once when it is opened, for each reading stands in the audit log. */
export function CustomerPage() {
  const { id = '', part: asked = 'accounts' } = useParams();
  const navigate = useNavigate();
  const may = useMay();
  const part = customerParts.find((one) => one.part === asked)?.part;
  const query = useQuery({ ...callQuery('customer', { id }), refetchOnWindowFocus: false });
  useKeys({
    ...Object.fromEntries(customerParts.map((one, n) => [`${n + 1}`, () => void navigate(pathOf(id, one.part))])),
    Escape: () => void navigate(part === 'accounts' ? '/customers' : pathOf(id, 'accounts')),
  });
  const { data, error } = query;

  if (data === undefined || part === undefined) {
    return (
      <>
        <PageHead title={texts.customerNo(id)} />
        {part === undefined ? (
          <Nothing title={stateTexts.notFound} text={stateTexts.notFoundText} />
        ) : (
          <RecordState what={texts.title} query={query} />
        )}
      </>
    );
  }
  const { customer } = data;
  const { shape, label } = customerStatuses[customer.status];
  return (
    <>
      <PageHead title={texts.customerNo(id)} note={customer.account}>
        {customer.tags.map((tag) => (
          <Tag key={tag}>{tag}</Tag>
        ))}
        <Status shape={shape}>{label}</Status>
      </PageHead>
      {error && <StaleAlert query={query} />}
      <div className={styles.bar}>
        <p className={styles.facts}>{factsOf(data).join(' · ')}</p>
        {may('viewHome') && <Link to={`/customers/${id}/view`}>{viewTexts.open}</Link>}
        {customer.hasSecondFactor && customer.status !== 'CLOSED' && (
          <ProposalLink action="customer:second-factor-remove" options={{ id }} />
        )}
        <CustomerActions data={data} isStale={query.isError} />
      </div>
      <Figures data={data} />
      <nav className={styles.parts} aria-label={texts.parts}>
        {customerParts.map((one) => (
          <Link key={one.part} to={pathOf(id, one.part)} aria-current={one.part === part ? 'page' : undefined}>
            {one.label}
            <span className={styles.count}>{countOf(data, one.part)}</span>
          </Link>
        ))}
      </nav>
      {part === 'accounts' && <CustomerOverview id={id} data={data} readAt={query.dataUpdatedAt} />}
      {part === 'holds' && <Holds holds={data.holds} />}
      {part !== 'accounts' && part !== 'holds' && <CustomerPartList key={part} id={id} part={part} />}
    </>
  );
}

const pathOf = (id: string, part: CustomerPart) => `/customers/${id}${part === 'accounts' ? '' : `/${part}`}`;

function factsOf({ customer }: CustomerPageData): string[] {
  const { nickname, secondContact, createdAt, payMode, promotion, lastLoginAt, hasPassword, hasSecondFactor } =
    customer;
  return [
    nickname || texts.noName,
    ...(secondContact === null ? [] : [texts.secondContact(secondContact)]),
    texts.createdAt(dayText(createdAt)),
    payModes[payMode],
    /^[0.]+$/.test(promotion) ? texts.noPromotion : texts.promotion(amountText(shownAmount(promotion, 'USDT'))),
    ...(hasPassword ? [] : [texts.noPassword]),
    ...(hasSecondFactor ? [texts.secondFactor] : []),
    lastLoginAt === null ? texts.neverLoggedIn : texts.lastLogin(momentText(lastLoginAt)),
  ];
}

function countOf({ counts, holds }: CustomerPageData, part: CustomerPart): number | null {
  const of: Partial<Record<CustomerPart, number>> = {
    machines: counts.machines,
    withdrawals: counts.withdrawals,
    deposits: counts.deposits,
    holds: holds.length,
    sessions: counts.openSessions,
    threads: counts.threads,
  };
  return of[part] ?? null;
}
