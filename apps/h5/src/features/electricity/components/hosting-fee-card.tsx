import { formatShortest, parseAmount } from '@lode/money';
import { Alert, Amount, Card, groupDigits, KeyValues, Skeleton, Stack } from '@lode/ui';
import { useQuery } from '@tanstack/react-query';
import { QueryView } from '../../../components/query-view.tsx';
import { callQuery } from '../../../lib/api/queries.ts';
import { electricityMessages as messages } from '../../../locales/zh/electricity.ts';
import type { LedgerRecord } from '../charge.ts';
import { daysOfMonth, type HostingFee, hostingFormula } from '../hosting-fee.ts';
import { ExactUsdt } from './exact-usdt.tsx';

export function HostingFeeCard({ record, machineId }: { record: LedgerRecord; machineId: string }) {
  const month = record.date.slice(0, 7);
  const fees = useQuery(callQuery('hostingFeeList', { id: `${machineId}-${month}` }));
  return (
    <QueryView query={fees} skeleton={<HostingFeeSkeleton />}>
      {({ records }) => {
        // A correction of the month has no days of its own.
        const fee = records.find(({ days }) => days > 0) ?? records[0];
        return fee && <KnownFee fee={fee} paid={-parseAmount(record.amount, 'USDT')} />;
      }}
    </QueryView>
  );
}

function KnownFee({ fee, paid }: { fee: HostingFee; paid: bigint }) {
  const formula = hostingFormula(fee);
  const amount = parseAmount(fee.amount, 'USDT');
  const all = daysOfMonth(fee.month);
  return (
    <Card>
      <Stack>
        <KeyValues
          items={[
            { label: messages.hostingMonth, value: messages.month(fee.month) },
            { label: messages.hostedDays, value: messages.daysOfMonth(fee.days, all) },
            ...(formula === null
              ? []
              : [
                  {
                    label: messages.monthlyFee,
                    value: <Amount value={formula.monthly} coin="USDT" size="sub" exact />,
                  },
                ]),
            {
              label: messages.hostingFee,
              value: (
                <ExactUsdt
                  micro={amount}
                  formula={
                    formula && messages.hostingFormula(groupDigits(formatShortest(formula.monthly, 6)), fee.days, all)
                  }
                />
              ),
            },
          ]}
        />
        {paid < amount && <Alert icon="info">{messages.hostingPartNote}</Alert>}
      </Stack>
    </Card>
  );
}

function HostingFeeSkeleton() {
  return (
    <Card>
      <Stack gap={2}>
        {Array.from({ length: 4 }, (_, i) => (
          <Skeleton key={i} height={38} />
        ))}
      </Stack>
    </Card>
  );
}
