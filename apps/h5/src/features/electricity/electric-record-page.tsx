import { parseAmount } from '@lode/money';
import { Empty, Main, TextLink } from '@lode/ui';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { KeptElsewhere } from '../../components/kept-elsewhere.tsx';
import { LedgerList, LedgerListSkeleton } from '../../components/ledger-list.tsx';
import { ListHead } from '../../components/list-head.tsx';
import { PagedList } from '../../components/paged-list.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { Screen } from '../../components/screen.tsx';
import { TypeFilter } from '../../components/type-filter.tsx';
import { callQuery, pageQuery } from '../../lib/api/queries.ts';
import { recordMonths } from '../../lib/record-months.ts';
import { useSearchParams } from '../../lib/router/router.tsx';
import { href } from '../../lib/routes.ts';
import { electricityMessages as messages } from '../../locales/zh/electricity.ts';
import type { LedgerRecord } from './charge.ts';
import { BalanceCard, BalanceSkeleton } from './components/balance-card.tsx';
import styles from './electric-record-page.module.css';

type Filter = keyof typeof messages.filters;
const pageSize = 100;
const isFilter = (text: string | null): text is Filter => text !== null && text in messages.filters;

const linkTo = ({ id }: LedgerRecord) => href('electric_detail', { id });

/** 电费: days left, cost of 30 days, and what electricity and hosting took. */
export function ElectricRecordPage() {
  const [params, setParams] = useSearchParams();
  const chosen = params.get('type');
  const type = isFilter(chosen) ? chosen : undefined;
  const reminder = useQuery(callQuery('electricityReminder', {}));
  const records = useInfiniteQuery(pageQuery('ledgerPage', { type, group: 'ELECTRICITY', size: pageSize }));
  const info = useQuery(callQuery('indexInfo', {}));
  // A reminder that appears later would push the records down, so they wait for it.
  const isCardSettled = [reminder, info].every((query) => query.data !== undefined || query.isError);
  const prepaid = info.data?.assetsInfo.accounts.find(({ account }) => account === 'ELE_ACCOUNT');
  const list = records.data?.pages.flatMap((page) => page.records) ?? [];
  const months = recordMonths(list, records.hasNextPage);
  const newestMonth = months[0]?.month;
  /** Nothing to filter. */
  const isEmpty = records.isSuccess && list.length === 0 && type === undefined;
  const choose = (value: Filter | null) => setParams(value === null ? {} : { type: value }, { replace: true });
  return (
    <Screen title={messages.title} action={<TextLink href={href('electric_pay_mode')}>{messages.payMode}</TextLink>}>
      <Main>
        <PagedList
          onRefresh={() => Promise.all([reminder.refetch(), records.refetch()])}
          pages={records}
          hasBottom={isCardSettled && Boolean(records.data?.pages[0]?.records.length)}
        >
          <QueryView query={reminder} skeleton={<BalanceSkeleton />}>
            {(current) =>
              isCardSettled ? (
                <BalanceCard reminder={current} frozen={prepaid ? parseAmount(prepaid.frozen, 'USDT') : null} />
              ) : (
                <BalanceSkeleton />
              )
            }
          </QueryView>
          {isCardSettled ? (
            <>
              <ListHead title={newestMonth === undefined ? messages.records : messages.month(newestMonth)}>
                {!isEmpty && <TypeFilter filters={messages.filters} value={type ?? null} onChange={choose} />}
              </ListHead>
              <QueryView query={records} skeleton={<LedgerListSkeleton />}>
                {() => {
                  if (months.length > 0) return <LedgerList months={months} hrefOf={linkTo} />;
                  return type === undefined ? (
                    <Empty
                      title={messages.emptyTitle}
                      hint={messages.emptyHint}
                      action={{ label: messages.toMachines, href: href('devices') }}
                    />
                  ) : (
                    <Empty
                      title={messages.emptyFiltered}
                      hint={messages.emptyFilteredHint}
                      action={{ label: messages.showAll, onClick: () => choose(null) }}
                    />
                  );
                }}
              </QueryView>
            </>
          ) : (
            <LedgerListSkeleton hasHead />
          )}
          {isCardSettled && records.data && !records.hasNextPage && (
            <p className={styles.others}>
              {messages.others}
              <TextLink href={href('bill')}>{messages.toBill}</TextLink>
            </p>
          )}
          {isCardSettled && records.data && !records.hasNextPage && (
            <KeptElsewhere what="records" to={reminder.data?.elsewhereTo ?? null} />
          )}
        </PagedList>
      </Main>
    </Screen>
  );
}
