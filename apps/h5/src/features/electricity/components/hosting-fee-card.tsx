import { formatShortest, parseAmount } from '@lode/money';
import { Alert, Amount, Card, groupDigits, KeyValues, Skeleton, Stack } from '@lode/ui';
import { useQuery } from '@tanstack/react-query';
import { QueryView } from '../../../components/query-view.tsx';
import { callQuery } from '../../../lib/api/queries.ts';
import { electricityWords as words } from '../../../locales/zh/electricity.ts';
import { daysOfMonth, type HostingFee, hostingFormula } from '../hosting-fee.ts';
import type { LedgerRecord } from '../record-months.ts';
import { ExactUsdt } from './exact-usdt.tsx';

export function HostingFeeCard({ record, machineId }: { record: LedgerRecord; machineId: string }) {
  const month = record.date.slice(0, 7);
  const fees = useQuery(callQuery('hostingFeeList', { id: `${machineId}-${month}` }));
  return (
    <QueryView query={fees} skeleton={<HostingFeeSkeleton />}>
      {({ records: [fee] }) => fee && <KnownFee fee={fee} paid={-parseAmount(record.amount, 'USDT')} />}
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
            { label: words.hostingMonth, value: words.month(fee.month) },
            { label: words.hostedDays, value: words.daysOfMonth(fee.days, all) },
            ...(formula === null
              ? []
              : [{ label: words.monthlyFee, value: <Amount value={formula.monthly} coin="USDT" size="sub" /> }]),
            {
              label: words.hostingFee,
              value: (
                <ExactUsdt
                  micro={amount}
                  formula={
                    formula && words.hostingFormula(groupDigits(formatShortest(formula.monthly, 6)), fee.days, all)
                  }
                />
              ),
            },
          ]}
        />
        {paid < amount && <Alert icon="info">{words.hostingPartNote}</Alert>}
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
