import { Alert } from 'antd';
import { Amount } from '../../components/amount.tsx';
import { shownAmount, shownDebit } from '../../lib/shown-amount.ts';
import { type ViewHome as Data, viewTexts as texts } from '../../locales/zh/customer-view.ts';
import styles from './view.module.css';
import { Card, Facts, useView, View } from './view-read.tsx';

type Mining = Data['home']['mining'];
type CoinAmount = Mining['yesterday'][number];

const isZero = (value: string) => /^[-0.]+$/.test(value);

export function ViewHome({ id, reason }: { id: string; reason: string }) {
  const query = useView('viewHome', { id, reason });
  return (
    <View<'viewHome'> what={texts.open} query={query}>
      {({ account, status, home, reminder }) => (
        <>
          {status !== 'ACTIVE' && (
            <Alert type="warning" showIcon title={status === 'DISABLED' ? texts.disabled : texts.closed} />
          )}
          <p className={styles.account}>
            {account} · {home.unreadMessages > 0 ? texts.unread(home.unreadMessages) : texts.noneUnread}
          </p>
          <Hero home={home} />
          <Electricity electricity={home.electricity} reminder={reminder} />
          <Machines mining={home.mining} />
          {home.coinUp.isEnableFunction && (
            <Card title={texts.coinUp}>
              <Facts
                facts={[
                  { label: texts.apy('BTC'), value: texts.percent(home.coinUp.btcApy) },
                  { label: texts.apy('USDT'), value: texts.percent(home.coinUp.usdtApy) },
                ]}
              />
            </Card>
          )}
        </>
      )}
    </View>
  );
}

function Hero({ home: { assetsInfo, mining } }: { home: Data['home'] }) {
  const isMiner = mining.machineCount > 0 || mining.total.some(({ amount }) => !isZero(amount));
  if (!isMiner && assetsInfo.accounts.every(({ total }) => isZero(total))) {
    return (
      <Card title={texts.welcome}>
        <p className={styles.quiet}>{texts.welcomeText}</p>
      </Card>
    );
  }
  return (
    <Card>
      <p className={styles.quiet}>{texts.total}</p>
      <p className={styles.total}>
        <Amount value={shownAmount(assetsInfo.totalUsdt, 'USDT')} />
      </p>
      {isMiner && (
        <Facts
          facts={[
            {
              label: mining.yesterdayDate === null ? texts.yesterday : texts.yesterdayOf(mining.yesterdayDate),
              value: <Sums sums={mining.yesterday} />,
            },
            { label: texts.today, value: <Sums sums={mining.todayEstimated} /> },
          ]}
        />
      )}
      {isMiner && mining.last30.length === 0 && <p className={styles.quiet}>{texts.noOutputYet}</p>}
      {mining.source === 'demo-replay' && <p className={styles.quiet}>{texts.demo}</p>}
    </Card>
  );
}

function Sums({ sums }: { sums: readonly CoinAmount[] }) {
  const shown = sums.filter(({ amount }) => !isZero(amount));
  if (shown.length === 0) return texts.dash;
  return shown.map(({ coin, amount }) => (
    <span key={coin} className={styles.sum}>
      <Amount value={amount} coin={coin} />
    </span>
  ));
}

interface ElectricityProps {
  electricity: Data['home']['electricity'];
  reminder: Data['reminder'];
}

function Electricity({ electricity: { available, owed, dailyFee, daysLeft }, reminder }: ElectricityProps) {
  const isOwing = !isZero(owed);
  const debit = (value: string) => <Amount value={shownDebit(value, 'USDT')} coin="USDT" />;
  const usdt = (value: string) => <Amount value={shownAmount(value, 'USDT')} coin="USDT" />;
  return (
    <Card title={texts.electricity}>
      <Facts
        facts={[
          { label: texts.daysLeft, value: daysLeft === null ? texts.dash : texts.days(daysLeft) },
          { label: texts.balance, value: usdt(available) },
          isOwing ? { label: texts.owed, value: debit(owed) } : { label: texts.dailyMean, value: debit(dailyFee) },
        ]}
      />
      {reminder.show && <Alert type={reminder.level === 'ARREAR' ? 'error' : 'warning'} title={reminder.content} />}
    </Card>
  );
}

function Machines({ mining: { machineCount, runningCount, hashrates } }: { mining: Mining }) {
  return (
    <Card title={texts.machines}>
      <Facts
        facts={[
          { label: texts.running, value: texts.ofMachines(runningCount, machineCount) },
          ...hashrates.map(({ coin, value, unit }) => ({
            label: hashrates.length > 1 ? texts.hashrateOf(coin) : texts.hashrate,
            value: `${twoDecimals(value)} ${unit}`,
          })),
        ]}
      />
    </Card>
  );
}

/** Cut, as the client cuts it. */
function twoDecimals(value: string): string {
  const [whole = '0', decimals = ''] = value.split('.');
  return `${whole}.${decimals.padEnd(2, '0').slice(0, 2)}`;
}
