import { Alert, Amount, Card, Empty, KeyValues, Main, Row, Skeleton, shanghaiTime } from '@lode/ui';
import { useQuery } from '@tanstack/react-query';
import { AskAbout } from '../../components/ask-about.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { Screen } from '../../components/screen.tsx';
import { accountOf } from '../../lib/account-of.ts';
import { callQuery } from '../../lib/api/queries.ts';
import { useQueryParam } from '../../lib/navigation.ts';
import { href } from '../../lib/routes.ts';
import { shortest } from '../../lib/shortest.ts';
import { commonMessages } from '../../locales/zh/common.ts';
import { electricityMessages as messages } from '../../locales/zh/electricity.ts';
import { chargeOf, type LedgerRecord } from './charge.ts';
import { ExactUsdt } from './components/exact-usdt.tsx';
import { HostingFeeCard } from './components/hosting-fee-card.tsx';
import styles from './electric-detail-page.module.css';

/** One record: its derivation, account and remaining balance. */
export function ElectricDetailPage() {
  const id = useQueryParam('id');
  const found = useQuery({ ...callQuery('ledgerPage', { id: id ?? '' }), enabled: id !== null });
  return (
    <Screen title={messages.detailTitle(found.data?.records[0]?.type ?? null)}>
      <Main>
        {id === null ? (
          <NoRecord />
        ) : (
          <QueryView query={found} skeleton={<DetailSkeleton />}>
            {({ records: [record] }) => (record ? <RecordDetail record={record} /> : <NoRecord />)}
          </QueryView>
        )}
      </Main>
    </Screen>
  );
}

function NoRecord() {
  return (
    <Empty
      title={messages.notFound}
      hint={messages.notFoundHint}
      action={{ label: messages.toRecords, href: href('bill') }}
    />
  );
}

function RecordDetail({ record }: { record: LedgerRecord }) {
  const { type, coin, amount, balanceAfter, machineId, machineNo, date, time, id } = record;
  const isIn = !amount.startsWith('-');
  return (
    <>
      <Card>
        <div className={styles.head}>
          <span className={styles.type}>{messages.nameOf(record)}</span>
          <Amount value={amount} coin={coin} size="figure" sign={isIn} direction={isIn} exact />
        </div>
      </Card>
      <ChargeCard record={record} />
      {type === 'HOSTING_FEE' && machineId !== null && <HostingFeeCard record={record} machineId={machineId} />}
      {machineId !== null && <MachineCard id={machineId} machineNo={machineNo ?? messages.machine} />}
      <Card>
        <KeyValues
          items={[
            ...(record.kwh === null ? [] : [{ label: messages.day, value: date }]),
            ...(record.reason === null ? [] : [{ label: messages.reason, value: record.reason }]),
            { label: isIn ? messages.paidTo : messages.paidFrom, value: commonMessages.accounts[accountOf(record)] },
            {
              label: isIn ? messages.balanceAfterIn : messages.balanceAfterOut,
              value: <Amount value={balanceAfter} coin={coin} exact />,
            },
            { label: messages.time, value: shanghaiTime(time) },
          ]}
        />
      </Card>
      <AskAbout of="CHARGE" id={id} />
    </>
  );
}

/** kWh × price, and the conversion of a payment from output. */
function ChargeCard({ record }: { record: LedgerRecord }) {
  const charge = chargeOf(record);
  if (charge === null || record.kwh === null || record.price === null) return null;
  const { coin, rate } = record;
  const kwh = shortest(record.kwh);
  const price = shortest(record.price);
  const note = !charge.isWhole ? messages.partNote : charge.paid < charge.fee ? messages.roundedForYou : null;
  return (
    <Card>
      <KeyValues
        items={[
          { label: messages.used, value: messages.kwh(kwh) },
          { label: messages.price, value: messages.perKwh(price) },
          {
            label: messages.charge,
            value: <ExactUsdt micro={charge.fee} formula={messages.formula(kwh, price)} />,
          },
          ...(coin === 'USDT' || rate === null
            ? []
            : [
                { label: messages.rate, value: messages.rateOf(shortest(rate), coin) },
                { label: messages.worth, value: <ExactUsdt micro={charge.paid} /> },
              ]),
        ]}
      />
      {note !== null && (
        <div className={styles.part}>
          <Alert icon="info">{note}</Alert>
        </div>
      )}
    </Card>
  );
}

/** The machine that it is of. */
function MachineCard({ id, machineNo }: { id: string; machineNo: string }) {
  const machine = useQuery(callQuery('machineDetail', { id }, { background: true })).data;
  return (
    <Card flush>
      <Row
        icon="machine"
        title={machineNo}
        caption={machine?.model ?? messages.machine}
        href={href('devices_detail', { id })}
      />
    </Card>
  );
}

function DetailSkeleton() {
  return (
    <>
      <Card>
        <div className={styles.head}>
          <Skeleton width="30%" height={28} />
          <Skeleton width="60%" height={48} />
        </div>
      </Card>
      <Card>
        <div className={styles.lines}>
          {Array.from({ length: 6 }, (_, i) => (
            <Skeleton key={i} width="100%" height={26} />
          ))}
        </div>
      </Card>
    </>
  );
}
