import type { Data } from '@lode/contract';
import { Hero, Main } from '@lode/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useEffect } from 'react';
import { Brand } from '../../components/brand.tsx';
import { MessageBell } from '../../components/message-bell.tsx';
import { OldDataNote, QueryView } from '../../components/query-view.tsx';
import { Refreshable } from '../../components/refreshable.tsx';
import { Screen } from '../../components/screen.tsx';
import { SupportLink } from '../../components/support-link.tsx';
import { callQuery } from '../../lib/api/queries.ts';
import { urgencyOf } from '../../lib/electricity-urgency.ts';
import { rootStore } from '../../lib/session/root-store.ts';
import { commonMessages } from '../../locales/zh/common.ts';
import { homeMessages as messages } from '../../locales/zh/home.ts';
import { AssetsHero } from './components/assets-hero.tsx';
import { CoinUpCard } from './components/coin-up-card.tsx';
import { EarningsPlaceholder } from './components/earnings-placeholder.tsx';
import { ElectricityCard } from './components/electricity-card.tsx';
import { HomeSkeleton } from './components/home-skeleton.tsx';
import { MachinesCard } from './components/machines-card.tsx';
import { StripPlaceholder } from './components/strip-placeholder.tsx';
import { isMiner } from './home-figures.ts';
import styles from './index-page.module.css';
import { useDeferred } from './use-deferred.ts';

/** Money for electricity, or a debt: it is shown without machines too. */
function hasElectricity({ electricity: { available, owed } }: Data<'indexInfo'>): boolean {
  return /[1-9]/.test(available) || /[1-9]/.test(owed);
}

export function IndexPage() {
  const home = useQuery(callQuery('indexInfo', {}));
  const reminder = useQuery(callQuery('electricityReminder', {}));
  // Deferred, so that a slow phone stays responsive while the figures render.
  const data = useDeferredValue(home.data);
  const shown = { data, error: home.error, dataUpdatedAt: home.dataUpdatedAt, refetch: home.refetch };
  const queryClient = useQueryClient();
  const later = useDeferred(home.data !== undefined);
  const assetsInfo = home.data?.assetsInfo;
  useEffect(() => {
    if (assetsInfo) rootStore.setState({ assetsInfo });
  }, [assetsInfo]);
  return (
    <Screen title={messages.title} bar="tabs">
      <Refreshable
        onRefresh={() => Promise.all([home.refetch(), reminder.refetch(), later?.refreshContent(queryClient)])}
      >
        <Hero label={commonMessages.brand}>
          <div className={styles.top}>
            <Brand />
            <span className={styles.actions}>
              <SupportLink />
              <MessageBell unread={home.data?.unreadMessages ?? 0} />
            </span>
          </div>
        </Hero>
        <QueryView query={shown} skeleton={<HomeSkeleton />} hasOwnNote isWholePage>
          {(info) => {
            const urgency = urgencyOf(info.electricity);
            const isAlert = urgency === 'critical' || urgency === 'arrear';
            const electricity = (info.mining.machineCount > 0 || hasElectricity(info)) && (
              <ElectricityCard electricity={info.electricity} reminder={reminder.data} />
            );
            return (
              <>
                <AssetsHero info={info} receivedAt={home.dataUpdatedAt} onDayOver={() => void home.refetch()} />
                <Main padded>
                  <OldDataNote query={home} />
                  {/* Machines that stop, or are about to, come before what they earned. */}
                  {isAlert && electricity}
                  {later ? <later.DeferredPart part="strip" /> : <StripPlaceholder />}
                  {isMiner(info) && (later ? <later.DeferredPart part="earnings" /> : <EarningsPlaceholder />)}
                  {!isAlert && electricity}
                  {info.mining.machineCount > 0 ? (
                    <MachinesCard mining={info.mining} />
                  ) : (
                    later && <later.DeferredPart part="firstSteps" />
                  )}
                  {info.coinUp.isEnableFunction && (
                    <CoinUpCard rates={info.coinUp} accounts={info.assetsInfo.accounts} />
                  )}
                  {later && <later.DeferredPart part="banners" />}
                  {later && info.mining.source === 'demo-replay' && <later.DeferredPart part="demo" />}
                </Main>
              </>
            );
          }}
        </QueryView>
      </Refreshable>
      {later && <later.DeferredPart part="dialogs" />}
    </Screen>
  );
}
