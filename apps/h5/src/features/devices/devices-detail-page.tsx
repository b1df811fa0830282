import { copyText, Empty, IconButton, Main, OfflineBanner, PullList } from '@lode/ui';
import { useQuery } from '@tanstack/react-query';
import { AskAbout } from '../../components/ask-about.tsx';
import { EarningsCard } from '../../components/earnings/earnings-card.tsx';
import type { EarningDay, Earnings } from '../../components/earnings/earnings-figures.ts';
import { PaybackBlock } from '../../components/earnings/payback-block.tsx';
import { QueryError, type QueryLike } from '../../components/query-view.tsx';
import { Screen } from '../../components/screen.tsx';
import { callQuery } from '../../lib/api/queries.ts';
import { isRefusal } from '../../lib/api/request-error.ts';
import { useQueryParam } from '../../lib/navigation.ts';
import { useOnline } from '../../lib/online.ts';
import { href } from '../../lib/routes.ts';
import { isReplay, priceOf } from '../../lib/valuation.ts';
import { deviceMessages as messages } from '../../locales/zh/devices.ts';
import { priceMessages } from '../../locales/zh/prices.ts';
import { titles } from '../../locales/zh/titles.ts';
import { BreakEvenCard } from './components/break-even-card.tsx';
import { DetailSkeleton } from './components/detail-skeleton.tsx';
import { HostingCard } from './components/hosting-card.tsx';
import { HostingFeesCard } from './components/hosting-fees-card.tsx';
import { MachineHero } from './components/machine-hero.tsx';
import { MachineAlert } from './components/machine-notice.tsx';
import { MonthCard } from './components/month-card.tsx';
import { StatusLogCard } from './components/status-log-card.tsx';
import { SwitchFoot } from './components/switch-foot.tsx';
import type { IndexInfo } from './fleet.ts';
import { hasEverRun, type MachineDetail } from './machine.ts';
import { switchActionOf } from './machine-switch.ts';
import { monthOf } from './month.ts';
import { type HashrateInRange, useHashrate } from './use-hashrate.ts';

const notFound = 404;
/** The page says it, once for all its calls. */
const saidByPage = { inlineErrors: [notFound] };
const daysOfMonth = 30;

/** One machine, by `?id=`. */
export function DeviceDetailPage() {
  const id = useQueryParam('id');
  return id === null ? <MissingMachine /> : <KnownMachine key={id} id={id} />;
}

function MissingMachine() {
  return (
    <Screen title={titles.devices_detail}>
      <Main padded>
        <Empty
          title={messages.missing}
          hint={messages.missingHint}
          action={{ label: messages.backToList, href: href('devices') }}
        />
      </Main>
    </Screen>
  );
}

function KnownMachine({ id }: { id: string }) {
  const detail = useQuery(callQuery('machineDetail', { id }, saidByPage));
  const info = useQuery(callQuery('indexInfo', {}));
  const earnings = useQuery(callQuery('earnings', { machineId: id }, saidByPage));
  const days = useQuery(callQuery('earningDays', { machineId: id, size: daysOfMonth }, saidByPage));
  const hashrate = useHashrate(id);
  const isOnline = useOnline();
  if (isRefusal(detail.error, notFound)) return <MissingMachine />;

  const machine = detail.data;
  // Prices and the server's date change the height of cards, so everything renders together.
  const isSettled = [info, days].every((query) => query.data !== undefined || query.isError);
  const action = machine && switchActionOf(machine);
  return (
    <Screen
      title={machine?.model ?? titles.devices_detail}
      ground="hero"
      action={
        machine && <IconButton icon="copy" label={messages.copyNo} onClick={() => void copyText(machine.machineNo)} />
      }
      foot={machine && action ? <SwitchFoot machine={machine} action={action} /> : undefined}
    >
      <PullList
        onRefresh={() => Promise.all([detail, info, earnings, days, hashrate.query].map((query) => query.refetch()))}
        hasBottom={false}
      >
        {machine && isSettled ? (
          <MachineView
            machine={machine}
            info={info.data}
            earnings={earnings}
            days={days.data?.records ?? null}
            hashrate={hashrate}
            offlineSince={isOnline ? null : new Date(detail.dataUpdatedAt)}
          />
        ) : detail.error && !machine ? (
          <Main padded>
            <QueryError error={detail.error} onRetry={() => void detail.refetch()} />
          </Main>
        ) : (
          <DetailSkeleton />
        )}
      </PullList>
    </Screen>
  );
}

function MachineView({
  machine,
  info,
  earnings,
  days,
  hashrate,
  offlineSince,
}: {
  machine: MachineDetail;
  info: IndexInfo | undefined;
  earnings: QueryLike<Earnings>;
  /** Newest first; null where they could not be read. */
  days: readonly EarningDay[] | null;
  hashrate: HashrateInRange;
  /** Time of the shown data while offline. */
  offlineSince: Date | null;
}) {
  const price = info ? priceOf(machine.coin, info.assetsInfo.prices) : null;
  const month = monthOf(machine, days);
  return (
    <div>
      <MachineHero
        machine={machine}
        hashrate={hashrate}
        alert={<MachineAlert machine={machine} owedInAll={info?.electricity.owed} />}
      />
      <Main padded>
        {offlineSince && <OfflineBanner since={offlineSince} />}
        <MonthCard machine={machine} month={month} />
        {hasEverRun(machine) && (
          <EarningsCard earnings={earnings} coin={machine.coin} info={info}>
            {(known) => <PaybackBlock earnings={known} days={days ?? []} />}
          </EarningsCard>
        )}
        <BreakEvenCard
          machine={machine}
          price={price}
          priceName={isReplay(info) ? priceMessages.replayed : priceMessages.now}
          hostingMonthly={earnings.data?.hostingMonthly}
          now={info?.mining.todayEstimatedAt ?? null}
        />
        <HostingCard
          machine={machine}
          hostingMonthly={earnings.data?.hostingMonthly}
          now={info?.mining.todayEstimatedAt ?? null}
        />
        {machine.purchaseKind === 'THIRD' && <HostingFeesCard machineId={machine.id} />}
        <StatusLogCard log={machine.statusLog} />
        <AskAbout of="MACHINE" id={machine.id} />
      </Main>
    </div>
  );
}
