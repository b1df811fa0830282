import { Card, Empty, Main, TextLink } from '@lode/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryView } from '../../components/query-view.tsx';
import { Screen } from '../../components/screen.tsx';
import { together } from '../../components/together.ts';
import { callQuery } from '../../lib/api/queries.ts';
import { useSearchParams } from '../../lib/router/router.tsx';
import { href } from '../../lib/routes.ts';
import { withdrawWords as words } from '../../locales/zh/withdraw.ts';
import { FormSkeleton } from './components/form-skeleton.tsx';
import { WayPickers } from './components/way-pickers.tsx';
import styles from './components/withdraw.module.css';
import { WithdrawForm } from './components/withdraw-form.tsx';
import { coinOf, type Network, usualNetwork, withdrawCoins } from './withdrawal.ts';

/** How soon limits and holds are asked for again, as long as they are looked at. */
const refreshMs = 60_000;

/** 提现: pays a customer's money to an address outside. */
export function WithdrawPage() {
  const [params, setParams] = useSearchParams();
  const coin = coinOf(params.get('coin'));
  const settings = useQuery(callQuery('coinSettings', {}));
  const networks = settings.data?.coins.find((one) => one.coin === coin)?.networks ?? [];
  const chosen = networks.find(({ network }) => network === params.get('network')) ?? networks[0];
  const network = chosen?.network ?? usualNetwork[coin];
  const terms = useQuery({ ...callQuery('withdrawTerms', { coin, network }), refetchInterval: refreshMs });
  const device = useQuery({ ...callQuery('withdrawCheckDevice', {}), refetchInterval: refreshMs });
  const way = together({ settings, terms, device });
  const key = `${coin} ${network}`;
  // A form in which a password may be entered does not vanish when a refetch says closed: the server tells whoever confirms.
  const [formOf, setFormOf] = useState<string | null>(null);
  if (way.data && formOf !== key && chosen?.enabled && way.data.terms.offered) setFormOf(key);

  const pickers = (
    <WayPickers
      coin={coin}
      coins={withdrawCoins}
      network={network}
      networks={networks.map((one): Network => one.network)}
      onCoin={(value) => setParams({ coin: value }, { replace: true })}
      onNetwork={(value) => setParams({ coin, network: value }, { replace: true })}
    />
  );
  if (way.data && formOf === key) {
    return (
      <WithdrawForm
        key={key}
        way={{ coin, network }}
        terms={way.data.terms}
        told={{ now: way.data.terms.now, at: terms.dataUpdatedAt }}
        device={way.data.device}
        query={way}
        pickers={pickers}
        onRefused={async () => {
          await Promise.all([settings.refetch(), terms.refetch(), device.refetch()]);
          setFormOf(null);
        }}
        onOver={() => void way.refetch()}
      />
    );
  }
  return (
    <Screen title={words.title} action={<TextLink href={href('withdraw_record')}>{words.records}</TextLink>} fixed>
      <Main>
        <div className={styles.form}>
          {pickers}
          <QueryView query={way} skeleton={<FormSkeleton />}>
            {() => (
              <Card>
                <Empty title={words.closedTitle} hint={words.closedHint(coin, network)} />
              </Card>
            )}
          </QueryView>
        </div>
      </Main>
    </Screen>
  );
}
