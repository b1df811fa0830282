import {
  Amount,
  Button,
  Card,
  Figure,
  GroupTitle,
  Hero,
  HeroBody,
  Icon,
  Main,
  Modal,
  Row,
  Skeleton,
  Tag,
  uiMessages,
} from '@lode/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { HeroActions } from '../../components/hero-actions.tsx';
import { MessageBell } from '../../components/message-bell.tsx';
import { OwedNote } from '../../components/owed-note.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { Refreshable } from '../../components/refreshable.tsx';
import { Screen } from '../../components/screen.tsx';
import { SumLabel } from '../../components/sum-label.tsx';
import { SupportLink } from '../../components/support-link.tsx';
import { callQuery } from '../../lib/api/queries.ts';
import { clientVersion } from '../../lib/client-version.ts';
import { href } from '../../lib/routes.ts';
import { logOut } from '../../lib/session/log-out.ts';
import { rootStore } from '../../lib/session/root-store.ts';
import { useClientState } from '../../lib/session/session.ts';
import { commonMessages } from '../../locales/zh/common.ts';
import { mineMessages as messages } from '../../locales/zh/mine.ts';
import { owedMessages } from '../../locales/zh/owed.ts';
import { AccountsCard, AccountsSkeleton } from './components/accounts-card.tsx';
import styles from './mine-page.module.css';
import { useHints } from './use-hints.ts';

export function MinePage() {
  const home = useQuery(callQuery('indexInfo', {}));
  const wallet = useQuery(callQuery('wallet', {}));
  const user = useQuery(callQuery('userInfo', {}));
  const fresh = user.data;
  useEffect(() => {
    if (fresh) rootStore.setState({ user: fresh });
  }, [fresh]);
  const payMode = wallet.data && commonMessages.payModes[wallet.data.electricityPayMode];
  const { hints, refetch: refetchHints } = useHints(home.isSuccess);
  const hasPassword = useClientState((state) => state.user?.hasPassword ?? true);
  return (
    <Screen title={messages.title} bar="tabs">
      <Refreshable onRefresh={() => Promise.all([home.refetch(), wallet.refetch(), user.refetch(), refetchHints()])}>
        <Hero label={messages.account}>
          <CustomerLine unread={home.data?.unreadMessages ?? 0} />
          <HeroBody>
            <Total />
            <div className={styles.actions}>
              <HeroActions />
            </div>
          </HeroBody>
        </Hero>
        <Main padded>
          <QueryView query={home} skeleton={<AccountsSkeleton />}>
            {(info) => (
              <div className={styles.accounts}>
                <OwedNote owed={info.electricity.owed} hasLink>
                  {owedMessages.notInTotal}
                </OwedNote>
                <AccountsCard balances={info.assetsInfo.accounts} isCoinUpOpen={info.coinUp.isEnableFunction} />
              </div>
            )}
          </QueryView>
          <GroupTitle strong>{messages.funds}</GroupTitle>
          <Card flush>
            <Row icon="box" title={messages.assets} href={href('assets')} />
            <Row icon="list" title={messages.bill} href={href('bill')} />
            <Row icon="in" title={messages.rechargeRecords} href={href('recharge')} />
            <Row
              icon="out"
              title={messages.withdrawRecords}
              value={quiet(hints.withdrawals)}
              href={href('withdraw_record')}
            />
            <Row
              icon="book"
              title={messages.addressBook}
              value={quiet(hints.addresses)}
              href={href('withdraw_address')}
            />
            <Row icon="coinup" title={messages.coinUpRecords} href={href('coinup_record')} />
            <Row icon="doc" title={messages.statement} href={href('statement')} />
          </Card>
          <GroupTitle strong>{messages.outputAndElectricity}</GroupTitle>
          <Card flush>
            <Row icon="machine" title={messages.outputs} href={href('outputs')} />
            <Row icon="doge" title={messages.dogeList} href={href('dogeList')} />
            <Row icon="bolt" title={messages.electricityRecords} href={href('electric_record')} />
            <Row icon="swap" title={messages.payMode} value={quiet(payMode)} href={href('electric_pay_mode')} />
          </Card>
          <GroupTitle strong>{messages.security}</GroupTitle>
          <Card flush>
            <Row
              icon="lock"
              title={messages.password}
              value={hasPassword ? undefined : quiet(messages.passwordUnset)}
              href={href(hasPassword ? 'password_edit' : 'password_forget')}
            />
            <Row
              icon="shield"
              title={messages.fundsPassword}
              value={
                wallet.data && quiet(wallet.data.hasFundsPassword ? messages.fundsPasswordSet : messages.passwordUnset)
              }
              href={href('fundPWA')}
            />
            <Row icon="key" title={messages.secondFactor} href={href('second_factor')} />
            <Row icon="phone" title={messages.sessions} value={quiet(hints.sessions)} href={href('sessions')} />
          </Card>
          <GroupTitle strong>{messages.about}</GroupTitle>
          <Card flush>
            <Row icon="doc" title={messages.terms} href={href('user_agreement')} />
            <Row icon="doc" title={messages.privacy} href={href('user_ys')} />
            <Row icon="doc" title={messages.riskDisclosure} href={href('user_sm')} />
            <Row icon="doc" title={messages.coinUpAgreement} href={href('coinup_xy')} />
            <Row icon="info" title={messages.aboutHouse} value={quiet(`v${clientVersion}`)} href={href('about')} />
          </Card>
          <LogOut />
        </Main>
      </Refreshable>
    </Screen>
  );
}

function quiet(text: string | undefined) {
  return text && <span className={styles.quiet}>{text}</span>;
}

/** Masked account, customer number and the vip mark. */
function CustomerLine({ unread }: { unread: number }) {
  const user = useClientState((state) => state.user);
  const theme = useClientState((state) => state.theme);
  return (
    <div className={styles.customer}>
      <span className={styles.portrait}>
        <Icon name="mine" />
      </span>
      <div>
        <h1 className={styles.account}>{user?.maskedAccount}</h1>
        <div className={styles.marks}>
          {theme === 'vip' && <Tag gold>{messages.vip}</Tag>}
          {user && <span className={styles.number}>{messages.customerNumber(user.id)}</span>}
        </div>
      </div>
      <span className={styles.links}>
        <SupportLink />
        <MessageBell unread={unread} />
      </span>
    </div>
  );
}

/** Shows the stored total while loading and drops it after a failure, because its age is unknown. */
function Total() {
  const assets = useClientState((state) => state.assetsInfo);
  const home = useQuery(callQuery('indexInfo', {}));
  const total = home.data?.assetsInfo.totalUsdt ?? (home.isError ? undefined : assets?.totalUsdt);
  return (
    <>
      <SumLabel>{messages.totalInUsdt}</SumLabel>
      <div className={styles.total}>
        {total !== undefined ? (
          <Amount value={total} coin="USDT" size="display" unit={null} />
        ) : home.isError ? (
          <Figure value={commonMessages.dash} size="display" />
        ) : (
          <Skeleton width="62%" height={64} />
        )}
      </div>
    </>
  );
}

function LogOut() {
  const [isAsking, setAsking] = useState(false);
  const logout = useMutation({ mutationFn: logOut });
  return (
    <>
      <div className={styles.logout}>
        <Button variant="quiet" block onClick={() => setAsking(true)}>
          {messages.logout}
        </Button>
      </div>
      <Modal
        open={isAsking}
        title={messages.logoutTitle}
        confirmText={messages.logout}
        cancelText={uiMessages.cancel}
        tone="danger"
        busy={logout.isPending}
        onConfirm={() => logout.mutate()}
        onCancel={() => setAsking(false)}
      >
        {messages.logoutText}
      </Modal>
    </>
  );
}
