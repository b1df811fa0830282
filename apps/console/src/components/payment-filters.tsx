import { Select } from 'antd';
import type { ReactNode } from 'react';
import { paymentFilterTexts as texts } from '../locales/zh/states.ts';
import { DateFilter } from './date-filter.tsx';
import styles from './payment-filters.module.css';

type Asked = Partial<Record<'coin' | 'from' | 'to', string | undefined>>;

interface PaymentFiltersProps {
  /** As the address holds it. */
  asked: Asked;
  onAsk: (change: Asked) => void;
  /** What this list alone is filtered by, before the coin and the dates. */
  children: ReactNode;
}

const coins = ['BTC', 'USDT'].map((value) => ({ value, label: value }));

/** Filters of deposits and withdrawals. */
export function PaymentFilters({ asked, onAsk, children }: PaymentFiltersProps) {
  return (
    <search className={styles.filters} aria-label={texts.filters}>
      {children}
      <Select
        allowClear
        aria-label={texts.coin}
        placeholder={texts.anyCoin}
        value={asked.coin}
        options={coins}
        className={styles.select}
        onChange={(coin) => onAsk({ coin })}
      />
      {(['from', 'to'] as const).map((end) => (
        <DateFilter key={end} label={texts[end]} value={asked[end]} onChange={(date) => onAsk({ [end]: date })} />
      ))}
    </search>
  );
}
