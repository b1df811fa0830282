import { Amount, Card, Columns, Figure, MoreLink } from '@lode/ui';
import { href } from '../../../lib/routes.ts';
import { hasBalance } from '../../../lib/valuation.ts';
import { homeMessages as messages } from '../../../locales/zh/home.ts';
import type { IndexInfo } from '../home-figures.ts';

interface CoinUpCardProps {
  rates: IndexInfo['coinUp'];
  accounts: IndexInfo['assetsInfo']['accounts'];
}

/** Rates of COIN UP, each with the principal that earns it; rendered only while it is open. */
export function CoinUpCard({ rates, accounts }: CoinUpCardProps) {
  const rateOf = (coin: 'BTC' | 'USDT', apy: string) => {
    const principal = accounts.find((balance) => balance.account === 'COIN_UP_ACCOUNT' && balance.coin === coin);
    return {
      label: messages.apyOf(coin),
      value: <Figure value={apy} unit="%" size="lead" />,
      note:
        principal && hasBalance(principal) ? (
          <>
            {messages.principal} <Amount value={principal.total} coin={coin} size="inline" />
          </>
        ) : undefined,
    };
  };
  return (
    <Card title={messages.coinUp} action={<MoreLink href={href('coinup')}>{messages.toCoinUp}</MoreLink>}>
      <Columns even items={[rateOf('BTC', rates.btcApy), rateOf('USDT', rates.usdtApy)]} />
    </Card>
  );
}
