import { Button } from 'antd';
import { useState } from 'react';
import { Amount } from '../../components/amount.tsx';
import { shownAmount } from '../../lib/shown-amount.ts';
import { momentText } from '../../lib/time.ts';
import { viewTexts as texts } from '../../locales/zh/customer-view.ts';
import styles from './view.module.css';
import { ViewList } from './view-list.tsx';
import { Card, Facts, useView, View } from './view-read.tsx';

/** A month's movements below their sums. */
export function ViewBill({ id, reason }: { id: string; reason: string }) {
  const [month, setMonth] = useState<string | undefined>();
  const input = { id, reason, ...(month !== undefined && { month }) };
  const sums = useView('viewBillMonth', input);
  return (
    <>
      <View<'viewBillMonth'> what={texts.bill} query={sums}>
        {({ month: shown, first, last, sums: ofCoins }) => (
          <Card>
            <div className={styles.line}>
              <Button size="small" disabled={shown <= first} onClick={() => setMonth(monthAfter(shown, -1))}>
                {texts.earlier}
              </Button>
              <b>{texts.month(shown)}</b>
              <Button size="small" disabled={shown >= last} onClick={() => setMonth(monthAfter(shown, 1))}>
                {texts.later}
              </Button>
            </div>
            {ofCoins.length === 0 && <p className={styles.quiet}>{texts.noSums}</p>}
            {ofCoins.map(({ coin, in: income, out }) => (
              <Facts
                key={coin}
                facts={[
                  { label: texts.income(coin), value: <Amount value={income} coin={coin} isChange /> },
                  {
                    label: texts.expense(coin),
                    value: <Amount value={/[1-9]/.test(out) ? `-${out}` : out} coin={coin} />,
                  },
                ]}
              />
            ))}
            <p className={styles.quiet}>{texts.sumNote}</p>
          </Card>
        )}
      </View>
      <ViewList name="viewBill" what={texts.bill} input={input} nothing={texts.noBill}>
        {({ title, amount, coin, time, machineNo }) => (
          <>
            <div className={styles.line}>
              <b>{title}</b>
              <Amount value={shownAmount(amount, coin)} coin={coin} isChange />
            </div>
            <div className={`${styles.line} ${styles.quiet}`}>
              <span>{momentText(time)}</span>
              <span>{machineNo}</span>
            </div>
          </>
        )}
      </ViewList>
    </>
  );
}

/** `monthAfter('2026-01', -1) === '2025-12'`. */
function monthAfter(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
}
