import { Segmented } from '@lode/ui';
import { earningsMessages as messages } from '../../locales/zh/earnings.ts';
import styles from './earnings.module.css';
import type { Currency } from './earnings-figures.ts';

const options = (['USDT', 'CNY'] as const).map((value) => ({ value, label: value }));

export function CurrencyChoice({ value, onChange }: { value: Currency; onChange: (value: Currency) => void }) {
  return (
    <div className={styles.choice}>
      <Segmented options={options} value={value} onChange={onChange} label={messages.currency} />
    </div>
  );
}
