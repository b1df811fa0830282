import { Icon, Segmented } from '@lode/ui';
import { coinUpMessages as messages } from '../../../locales/zh/coin-up.ts';
import { coinIcons, type SavingsCoin, savingsCoins } from '../savings.ts';
import styles from './form.module.css';

interface CoinChoiceProps {
  value: SavingsCoin;
  onChange: (coin: SavingsCoin) => void;
  /** Label of a coin; its name by default. */
  nameOf?: (coin: SavingsCoin) => string;
}

export function CoinChoice({ value, onChange, nameOf = (coin) => coin }: CoinChoiceProps) {
  return (
    <Segmented
      label={messages.coinChoice}
      value={value}
      onChange={onChange}
      options={savingsCoins.map((coin) => ({
        value: coin,
        label: (
          <span className={styles.tab}>
            <Icon name={coinIcons[coin]} size="s" />
            {nameOf(coin)}
          </span>
        ),
      }))}
    />
  );
}
