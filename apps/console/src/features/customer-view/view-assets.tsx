import { Amount } from '../../components/amount.tsx';
import { Nothing } from '../../components/query-state.tsx';
import { amountText, shownAmount } from '../../lib/shown-amount.ts';
import { momentText } from '../../lib/time.ts';
import { type ViewAssets as Data, viewTexts as texts, viewAccounts } from '../../locales/zh/customer-view.ts';
import styles from './view.module.css';
import { Card, Facts, useView, View } from './view-read.tsx';

type Balance = Data['accounts'][number];
const isZero = (value: string) => /^[-0.]+$/.test(value);

export function ViewAssets({ id, reason }: { id: string; reason: string }) {
  const query = useView('viewAssets', { id, reason });
  return (
    <View<'viewAssets'> what={texts.open} query={query}>
      {({ totalUsdt, accounts, prices }) => {
        const held = accounts.filter(({ total }) => !isZero(total));
        if (held.length === 0) return <Nothing {...texts.noAssets} />;
        const basis = prices.filter(({ coin }) => held.some((balance) => balance.coin === coin));
        return (
          <>
            <Card>
              <p className={styles.quiet}>{texts.total}</p>
              <p className={styles.total}>
                <Amount value={shownAmount(totalUsdt, 'USDT')} />
              </p>
              {basis.length > 0 && (
                <p className={styles.quiet}>
                  {texts.prices(
                    basis.map(({ coin, usdt, time }) => `${coin} ${usdt} USDT（${momentText(time)}）`).join('，'),
                  )}
                </p>
              )}
            </Card>
            {(Object.keys(viewAccounts) as Balance['account'][])
              .map((account) => ({ account, own: held.filter((balance) => balance.account === account) }))
              .filter(({ own }) => own.length > 0)
              .map(({ account, own }) => (
                <Card key={account} title={viewAccounts[account]}>
                  {own.map((balance) => (
                    <Coin key={balance.coin} balance={balance} />
                  ))}
                </Card>
              ))}
          </>
        );
      }}
    </View>
  );
}

function Coin({ balance: { coin, total, available, frozen, valueUsdt } }: { balance: Balance }) {
  const amount = (value: string) => <Amount value={value} coin={coin} />;
  return (
    <div className={styles.row}>
      <div className={styles.line}>
        <b>{coin}</b>
        {amount(total)}
      </div>
      <Facts
        facts={[
          ...(isZero(frozen)
            ? []
            : [
                { label: texts.available, value: amount(available) },
                { label: texts.frozen, value: amount(frozen) },
              ]),
          {
            label: texts.worth,
            value: valueUsdt === null ? texts.noPrice : texts.approx(amountText(shownAmount(valueUsdt, 'USDT'))),
          },
        ]}
      />
    </div>
  );
}
