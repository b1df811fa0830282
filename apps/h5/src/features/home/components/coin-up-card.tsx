import { Card, Columns, Figure, MoreLink } from '@lode/ui';
import { href } from '../../../lib/routes.ts';
import { homeWords as words } from '../../../locales/zh/home.ts';
import type { IndexInfo } from '../home-figures.ts';

/** Rates of COIN UP; rendered only while it is open. */
export function CoinUpCard({ rates }: { rates: IndexInfo['coinUp'] }) {
  return (
    <Card title={words.coinUp} action={<MoreLink href={href('coinup')}>{words.toCoinUp}</MoreLink>}>
      <Columns
        even
        items={[
          { label: words.apyOf('BTC'), value: <Figure value={rates.btcApy} unit="%" size="lead" /> },
          { label: words.apyOf('USDT'), value: <Figure value={rates.usdtApy} unit="%" size="lead" /> },
        ]}
      />
    </Card>
  );
}
