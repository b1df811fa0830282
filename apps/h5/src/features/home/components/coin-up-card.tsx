import { Card, Columns, Figure, MoreLink } from '@lode/ui';
import { href } from '../../../lib/routes.ts';
import { homeMessages as messages } from '../../../locales/zh/home.ts';
import type { IndexInfo } from '../home-figures.ts';

/** Rates of COIN UP; rendered only while it is open. */
export function CoinUpCard({ rates }: { rates: IndexInfo['coinUp'] }) {
  return (
    <Card title={messages.coinUp} action={<MoreLink href={href('coinup')}>{messages.toCoinUp}</MoreLink>}>
      <Columns
        even
        items={[
          { label: messages.apyOf('BTC'), value: <Figure value={rates.btcApy} unit="%" size="lead" /> },
          { label: messages.apyOf('USDT'), value: <Figure value={rates.usdtApy} unit="%" size="lead" /> },
        ]}
      />
    </Card>
  );
}
