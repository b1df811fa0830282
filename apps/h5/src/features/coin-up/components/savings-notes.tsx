import { parseAmount } from '@lode/money';
import { Alert } from '@lode/ui';
import { coinUpMessages as messages } from '../../../locales/zh/coin-up.ts';
import { type CoinUp, savingsCoins } from '../savings.ts';

/** Alerts: closed, interest owed, rates that will change. */
export function SavingsNotes({ coinUp }: { coinUp: CoinUp }) {
  const { rates } = coinUp;
  const isOwed = savingsCoins.some((coin) => parseAmount(coinUp[coin].interestOwed, coin) > 0n);
  return (
    <>
      {isOwed && <Alert tone="warn">{messages.owedNote}</Alert>}
      {!rates.isEnableFunction && !isOwed && (
        <Alert tone="warn">
          <b>{messages.closed}</b> · {messages.closedNote}
        </Alert>
      )}
      {rates.announced.map(({ date, coin, apy }) => (
        <Alert key={`${date} ${coin}`}>{messages.announced(date, coin, apy)}</Alert>
      ))}
    </>
  );
}
