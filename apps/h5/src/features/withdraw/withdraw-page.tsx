import { Card, Empty, Main, TextLink } from '@lode/ui';
import { ContactText } from '../../components/ask-about.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { Screen } from '../../components/screen.tsx';
import { useSearchParams } from '../../lib/router/router.tsx';
import { href } from '../../lib/routes.ts';
import { withdrawMessages as messages } from '../../locales/zh/withdraw.ts';
import { CoinNetworkPicker } from './components/coin-network-picker.tsx';
import { FormSkeleton } from './components/form-skeleton.tsx';
import styles from './components/withdraw.module.css';
import { WithdrawForm } from './components/withdraw-form.tsx';
import { useWithdrawQuote } from './use-withdraw-quote.ts';
import { coinOf, withdrawCoins } from './withdrawal.ts';

/** 提现: pays coins to an external address. */
export function WithdrawPage() {
  const [params, setParams] = useSearchParams();
  const coin = coinOf(params.get('coin'));
  const { key, network, networks, query, serverTime, isOffered, reload } = useWithdrawQuote(
    coin,
    params.get('network'),
  );
  const otherCoin = withdrawCoins.find((other) => other !== coin);
  const picker = (
    <CoinNetworkPicker
      coin={coin}
      coins={withdrawCoins}
      network={network}
      networks={networks}
      onCoin={(value) => setParams({ coin: value }, { replace: true })}
      onNetwork={(value) => setParams({ coin, network: value }, { replace: true })}
    />
  );
  if (query.data && serverTime && isOffered) {
    return (
      <WithdrawForm
        key={key}
        coin={coin}
        network={network}
        quote={query.data.quote}
        serverTime={serverTime}
        device={query.data.device}
        query={query}
        picker={picker}
        onNetworkClosed={reload}
        onHoldEnd={() => void query.refetch()}
      />
    );
  }
  return (
    <Screen
      title={messages.title}
      action={<TextLink href={href('withdraw_record')}>{messages.records}</TextLink>}
      fixed
    >
      <Main>
        <div className={styles.form}>
          {picker}
          <QueryView query={query} skeleton={<FormSkeleton />}>
            {() => (
              <Card>
                <Empty
                  title={messages.closedTitle}
                  hint={<ContactText>{messages.closedHint(coin, network)}</ContactText>}
                  action={
                    otherCoin && {
                      label: messages.withdrawCoin(otherCoin),
                      onClick: () => setParams({ coin: otherCoin }, { replace: true }),
                    }
                  }
                />
              </Card>
            )}
          </QueryView>
        </div>
      </Main>
    </Screen>
  );
}
