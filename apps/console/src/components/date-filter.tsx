import { Input } from 'antd';
import styles from './date-filter.module.css';

interface DateFilterProps {
  label: string;
  value: string | undefined;
  onChange: (date: string) => void;
}

/** A date that a list is filtered by, with its label beside it: a date alone does not say what it bounds. */
export function DateFilter({ label, value, onChange }: DateFilterProps) {
  return (
    <label className={styles.label}>
      {label}
      <Input
        type="date"
        value={value ?? ''}
        className={styles.date}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  );
}
