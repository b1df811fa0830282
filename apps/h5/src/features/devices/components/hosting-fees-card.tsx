import { Amount, Button, Card, Chip, Row, Skeleton, shanghaiTime } from '@lode/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { QueryView } from '../../../components/query-view.tsx';
import { pageQuery } from '../../../lib/api/queries.ts';
import { deviceMessages as messages } from '../../../locales/zh/devices.ts';
import styles from './detail.module.css';

/** Monthly hosting fees of a `THIRD` machine. */
export function HostingFeesCard({ machineId }: { machineId: string }) {
  const list = useInfiniteQuery(pageQuery('hostingFeeList', { id: machineId }));
  return (
    <Card title={messages.hostingFees}>
      <QueryView query={list} skeleton={<Skeleton height={104} />}>
        {({ pages }) => {
          const fees = pages.flatMap((page) => page.records);
          if (fees.length === 0) return <p className={styles.empty}>{messages.noHostingFees}</p>;
          return (
            <div>
              {fees.map((fee) => (
                <Row
                  key={fee.id}
                  title={fee.days === 0 ? messages.hostingCorrection(fee.month) : fee.month}
                  caption={
                    <>
                      {shanghaiTime(fee.time)}
                      {fee.refunds.map(({ coin, amount }) => (
                        <Fragment key={coin}>
                          {' · '}
                          {messages.hostingRefunded} <Amount value={amount} coin={coin} size="sub" exact />
                        </Fragment>
                      ))}
                    </>
                  }
                  value={<Amount value={fee.amount} coin={fee.coin} exact />}
                  valueCaption={
                    fee.status === 'PAID' ? (
                      <Chip tone="success" icon="check">
                        {messages.hostingFeePaid}
                      </Chip>
                    ) : (
                      <Chip tone="arrear" icon="warning">
                        {messages.hostingFeeOwed}
                      </Chip>
                    )
                  }
                />
              ))}
              {list.hasNextPage && (
                <Button variant="quiet" block busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                  {messages.more}
                </Button>
              )}
            </div>
          );
        }}
      </QueryView>
    </Card>
  );
}
