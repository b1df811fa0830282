import { Amount, Figure, Icon } from '@lode/ui';
import { coinUpMessages as messages } from '../../../locales/zh/coin-up.ts';
import { coinIcons, type SavingsCoin } from '../savings.ts';
import styles from './coin-head.module.css';

export function CoinHead({ coin, min, apy }: { coin: SavingsCoin; min: string; apy: string }) {
  return (
    <div className={styles.head}>
      <span className={styles.tile}>
        <Icon name={coinIcons[coin]} />
      </span>
      <div className={styles.coin}>
        <h2>{coin}</h2>
        <span className={styles.caption}>
          <Amount value={min} coin={coin} size="inline" hideable={false} /> {messages.minimum}
        </span>
      </div>
      <div className={styles.rate}>
        <Figure value={apy} unit="%" size="figure" label={`${messages.rate} ${apy}%`} />
        <span className={styles.caption}>{messages.rate}</span>
      </div>
    </div>
  );
}
