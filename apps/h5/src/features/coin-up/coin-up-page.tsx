import { Card, Hero, IconButton, Main, Row } from '@lode/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { OldDataNote, QueryView } from '../../components/query-view.tsx';
import { Refreshable } from '../../components/refreshable.tsx';
import { Screen } from '../../components/screen.tsx';
import { SupportLink } from '../../components/support-link.tsx';
import { callQuery } from '../../lib/api/queries.ts';
import { href } from '../../lib/routes.ts';
import { coinUpMessages as messages } from '../../locales/zh/coin-up.ts';
import { titles } from '../../locales/zh/titles.ts';
import styles from './coin-up-page.module.css';
import { CoinUpSkeleton } from './components/coin-up-skeleton.tsx';
import { RulesSheet } from './components/rules-sheet.tsx';
import { SavingsCard } from './components/savings-card.tsx';
import { SavingsHero } from './components/savings-hero.tsx';
import { SavingsNotes } from './components/savings-notes.tsx';
import { savingsCoins } from './savings.ts';
import { useCoinUp } from './use-coin-up.ts';

/** COIN UP: savings in both coins and their interest. */
export function CoinUpPage() {
  const coinUp = useCoinUp();
  const home = useQuery(callQuery('indexInfo', {}));
  const [areRulesOpen, setRulesOpen] = useState(false);
  const { refetch } = coinUp;
  return (
    <Screen title={titles.coinup} bar="tabs">
      <Refreshable onRefresh={() => Promise.all([refetch(), home.refetch()])}>
        <Hero label={messages.brand}>
          <div className={styles.top}>
            <h1>
              {messages.brand}
              <small>{messages.brandNote}</small>
            </h1>
            <div>
              <SupportLink />
              <IconButton icon="shield" label={messages.safe} href={href('coinup_safe')} />
            </div>
          </div>
        </Hero>
        <QueryView query={coinUp} skeleton={<CoinUpSkeleton />} hasOwnNote isWholePage>
          {(data) => (
            <>
              <SavingsHero coinUp={data} prices={home.data?.assetsInfo.prices} />
              <Main padded>
                <OldDataNote query={coinUp} />
                <SavingsNotes coinUp={data} />
                {savingsCoins.map((coin) => (
                  <SavingsCard key={coin} savings={data[coin]} rates={data.rates} />
                ))}
                <Card flush>
                  <Row icon="list" title={messages.records} href={href('coinup_record')} />
                  <Row
                    icon="cal"
                    title={messages.rules}
                    value={<span className={styles.aside}>{messages.rulesShort}</span>}
                    onClick={() => setRulesOpen(true)}
                  />
                  <Row icon="shield" title={messages.isolation} href={href('coinup_safe')} />
                </Card>
                <p className={styles.footnote}>{messages.footnote}</p>
              </Main>
            </>
          )}
        </QueryView>
      </Refreshable>
      <RulesSheet open={areRulesOpen} onClose={() => setRulesOpen(false)} />
    </Screen>
  );
}
