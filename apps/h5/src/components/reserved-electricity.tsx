import { type Coin, parseAmount } from '@lode/money';
import { Amount, Icon, Sheet } from '@lode/ui';
import { useState } from 'react';
import { reservedElectricityMessages as messages } from '../locales/zh/reserved-electricity.ts';
import styles from './reserved-electricity.module.css';

/** 预留电费 of one account, where money leaves it, with its explanation; nothing while nothing is reserved. */
export function ReservedElectricity({ amount, coin }: { amount: string; coin: Coin }) {
  const [isOpen, setOpen] = useState(false);
  if (parseAmount(amount, coin) === 0n) return null;
  return (
    <>
      <div className={styles.line}>
        <button type="button" className={styles.label} aria-label={messages.explain} onClick={() => setOpen(true)}>
          {messages.title}
          <Icon name="info" size="xs" />
        </button>
        <Amount value={amount} coin={coin} size="sub" exact />
      </div>
      <Sheet open={isOpen} title={messages.title} onClose={() => setOpen(false)}>
        <dl className={styles.rules}>
          {messages.rules.map(({ title, text }) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </Sheet>
    </>
  );
}
