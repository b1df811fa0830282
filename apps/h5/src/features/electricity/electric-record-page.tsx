import { ActionSheet, Empty, Main, PickChip, TextLink } from '@lode/ui';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PagedList } from '../../components/paged-list.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { Screen } from '../../components/screen.tsx';
import { callQuery, pageQuery } from '../../lib/api/queries.ts';
import { useSearchParams } from '../../lib/router/router.tsx';
import { href } from '../../lib/routes.ts';
import { electricityMessages as messages } from '../../locales/zh/electricity.ts';
import { BalanceCard, BalanceSkeleton } from './components/balance-card.tsx';
import { RecordList, RecordListSkeleton } from './components/record-list.tsx';
import styles from './electric-record-page.module.css';
import { type LedgerType, recordMonths } from './record-months.ts';

type Filter = keyof typeof messages.filters;
const all = 'ALL';
const pageSize = 100;
const isFilter = (text: string | null): text is Filter => text !== null && text in messages.filters;

/** 电费: days left, cost of 30 days, and every record. */
export function ElectricRecordPage() {
  const [params, setParams] = useSearchParams();
  const chosen = params.get('type');
  const type: LedgerType | undefined = isFilter(chosen) ? chosen : undefined;
  const reminder = useQuery(callQuery('electricityReminder', {}));
  const records = useInfiniteQuery(pageQuery('ledgerPage', { type, size: pageSize }));
  // A reminder that appears later would push the records down, so they wait for it.
  const isCardSettled = reminder.data !== undefined || reminder.isError;
  const list = records.data?.pages.flatMap((page) => page.records) ?? [];
  const months = recordMonths(list, records.hasNextPage);
  const newestMonth = months[0]?.month;
  const choose = (value: Filter | typeof all) => setParams(value === all ? {} : { type: value }, { replace: true });
  return (
    <Screen title={messages.title} action={<TextLink href={href('electric_pay_mode')}>{messages.payMode}</TextLink>}>
      <Main>
        <PagedList
          onRefresh={() => Promise.all([reminder.refetch(), records.refetch()])}
          pages={records}
          hasBottom={isCardSettled && Boolean(records.data?.pages[0]?.records.length)}
        >
          <QueryView query={reminder} skeleton={<BalanceSkeleton />}>
            {(current) => <BalanceCard reminder={current} />}
          </QueryView>
          {isCardSettled ? (
            <>
              <div className={styles.head}>
                <h2>{newestMonth === undefined ? messages.records : messages.month(newestMonth)}</h2>
                <TypeFilter value={type === undefined ? all : (chosen as Filter)} onChange={choose} />
              </div>
              <QueryView query={records} skeleton={<RecordListSkeleton />}>
                {() => {
                  if (months.length > 0) return <RecordList months={months} />;
                  return type === undefined ? (
                    <Empty title={messages.emptyTitle} hint={messages.emptyHint} />
                  ) : (
                    <Empty
                      title={messages.emptyFiltered}
                      hint={messages.emptyFilteredHint}
                      action={{ label: messages.showAll, onClick: () => choose(all) }}
                    />
                  );
                }}
              </QueryView>
            </>
          ) : (
            <RecordListSkeleton hasHead />
          )}
        </PagedList>
      </Main>
    </Screen>
  );
}

function TypeFilter({
  value,
  onChange,
}: {
  value: Filter | typeof all;
  onChange: (value: Filter | typeof all) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const items = [
    { value: all, label: messages.allTypes } as const,
    ...(Object.keys(messages.filters) as Filter[]).map((filter) => ({
      value: filter,
      label: messages.filters[filter],
    })),
  ];
  return (
    <>
      <PickChip active={value !== all} onClick={() => setOpen(true)}>
        {items.find((item) => item.value === value)?.label}
      </PickChip>
      <ActionSheet
        open={isOpen}
        title={messages.filterTitle}
        items={items}
        value={value}
        onSelect={onChange}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
