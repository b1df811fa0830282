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
  uiWords,
} from '@lode/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { QueryView } from '../../components/query-view.tsx';
import { Refreshable } from '../../components/refreshable.tsx';
import { Screen } from '../../components/screen.tsx';
import { SumLabel } from '../../components/sum-label.tsx';
import { callQuery } from '../../lib/api/queries.ts';
import { clientVersion } from '../../lib/client-version.ts';
import { href } from '../../lib/routes.ts';
import { logOut } from '../../lib/session/log-out.ts';
import { rootStore } from '../../lib/session/root-store.ts';
import { useClientState } from '../../lib/session/session.ts';
import { commonWords } from '../../locales/zh/common.ts';
import { mineWords as words } from '../../locales/zh/mine.ts';
import { AccountsCard, AccountsSkeleton } from './components/accounts-card.tsx';
import styles from './mine-page.module.css';

export function MinePage() {
  const home = useQuery(callQuery('indexInfo', {}));
  const wallet = useQuery(callQuery('wallet', {}));
  const user = useQuery(callQuery('userInfo', {}));
  const fresh = user.data;
  useEffect(() => {
    if (fresh) rootStore.setState({ user: fresh });
  }, [fresh]);
  const payMode = wallet.data && commonWords.payModes[wallet.data.electricityPayMode];
  const hasPassword = useClientState((state) => state.user?.hasPassword ?? true);
  return (
    <Screen title={words.title} bar="tabs">
      <Refreshable onRefresh={() => Promise.all([home.refetch(), wallet.refetch(), user.refetch()])}>
        <Hero label={words.account}>
          <CustomerLine />
          <HeroBody>
            <Total />
            <div className={styles.actions}>
              <Button href={href('recharge')}>{words.recharge}</Button>
              <Button variant="line" href={href('withdraw')}>
                {words.withdraw}
              </Button>
            </div>
          </HeroBody>
        </Hero>
        <Main padded>
          <QueryView query={home} skeleton={<AccountsSkeleton />}>
            {(info) => <AccountsCard balances={info.assetsInfo.accounts} isCoinUpOpen={info.coinUp.isEnableFunction} />}
          </QueryView>
          <GroupTitle strong>{words.funds}</GroupTitle>
          <Card flush>
            <Row icon="box" title={words.assets} href={href('assets')} />
            <Row icon="in" title={words.rechargeRecords} href={href('recharge')} />
            <Row icon="out" title={words.withdrawRecords} href={href('withdraw_record')} />
            <Row icon="book" title={words.addressBook} href={href('withdraw_address')} />
            <Row icon="bolt" title={words.electricityRecords} href={href('electric_record')} />
            <Row icon="list" title={words.outputs} href={href('outputs')} />
            <Row icon="doge" title={words.dogeList} href={href('dogeList')} />
            <Row icon="coinup" title={words.coinUpRecords} href={href('coinup_record')} />
            <Row icon="doc" title={words.statement} href={href('statement')} />
            <Row icon="swap" title={words.payMode} value={quiet(payMode)} href={href('electric_pay_mode')} />
          </Card>
          <GroupTitle strong>{words.security}</GroupTitle>
          <Card flush>
            <Row
              icon="lock"
              title={words.password}
              value={hasPassword ? undefined : quiet(words.passwordUnset)}
              href={href(hasPassword ? 'password_edit' : 'password_forget')}
            />
            <Row
              icon="shield"
              title={words.fundsPassword}
              value={wallet.data && quiet(wallet.data.hasFundsPassword ? words.fundsPasswordSet : words.passwordUnset)}
              href={href('fundPWA')}
            />
            <Row icon="phone" title={words.sessions} href={href('sessions')} />
          </Card>
          <GroupTitle strong>{words.about}</GroupTitle>
          <Card flush>
            <Row icon="doc" title={words.terms} href={href('user_agreement')} />
            <Row icon="doc" title={words.privacy} href={href('user_ys')} />
            <Row icon="doc" title={words.riskStatement} href={href('user_sm')} />
            <Row icon="doc" title={words.coinUpAgreement} href={href('coinup_xy')} />
            <Row icon="info" title={words.aboutHouse} value={quiet(`v${clientVersion}`)} href={href('about')} />
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
function CustomerLine() {
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
          {theme === 'vip' && <Tag gold>{words.vip}</Tag>}
          {user && <span className={styles.number}>{words.customerNumber(user.id)}</span>}
        </div>
      </div>
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
      <SumLabel>{words.totalInUsdt}</SumLabel>
      <div className={styles.total}>
        {total !== undefined ? (
          <Amount value={total} coin="USDT" size="display" unit={null} />
        ) : home.isError ? (
          <Figure value={commonWords.dash} size="display" />
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
          {words.logout}
        </Button>
      </div>
      <Modal
        open={isAsking}
        title={words.logoutTitle}
        confirmText={words.logout}
        cancelText={uiWords.cancel}
        tone="danger"
        busy={logout.isPending}
        onConfirm={() => logout.mutate()}
        onCancel={() => setAsking(false)}
      >
        {words.logoutText}
      </Modal>
    </>
  );
}
