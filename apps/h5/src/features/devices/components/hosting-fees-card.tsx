import { Amount, Button, Card, Chip, Row, Skeleton, shanghaiTime } from '@lode/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { QueryView } from '../../../components/query-view.tsx';
import { pageQuery } from '../../../lib/api/queries.ts';
import { deviceWords as words } from '../../../locales/zh/devices.ts';
import styles from './detail.module.css';

/** Monthly hosting fees of a `THIRD` machine. */
export function HostingFeesCard({ machineId }: { machineId: string }) {
  const list = useInfiniteQuery(pageQuery('hostingFeeList', { id: machineId }));
  return (
    <Card title={words.hostingFees}>
      <QueryView query={list} skeleton={<Skeleton height={104} />}>
        {({ pages }) => {
          const fees = pages.flatMap((page) => page.records);
          if (fees.length === 0) return <p className={styles.empty}>{words.noHostingFees}</p>;
          return (
            <div>
              {fees.map((fee) => (
                <Row
                  key={fee.id}
                  title={fee.month}
                  caption={shanghaiTime(fee.time)}
                  value={<Amount value={fee.amount} coin={fee.coin} />}
                  valueCaption={
                    fee.status === 'PAID' ? (
                      <Chip tone="success" icon="check">
                        {words.hostingFeePaid}
                      </Chip>
                    ) : (
                      <Chip tone="arrear" icon="warning">
                        {words.hostingFeeOwed}
                      </Chip>
                    )
                  }
                />
              ))}
              {list.hasNextPage && (
                <Button variant="quiet" block busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                  {words.more}
                </Button>
              )}
            </div>
          );
        }}
      </QueryView>
    </Card>
  );
}
