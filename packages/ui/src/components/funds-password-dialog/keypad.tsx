import { zh } from '../../locale/zh.ts';
import { Icon } from '../icon/icon.tsx';
import styles from './funds-password-dialog.module.css';

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

/** 1–9, `*`, 0, backspace; the star matches the look of a phone and does nothing. */
export function Keypad({ onDigit, onBackspace }: { onDigit: (digit: string) => void; onBackspace: () => void }) {
  const digitKey = (digit: string) => (
    <button key={digit} type="button" className={styles.key} onClick={() => onDigit(digit)}>
      {digit}
    </button>
  );
  return (
    <div className={styles.keypad}>
      {digits.map(digitKey)}
      <button type="button" className={styles.function} aria-label={zh.starKey}>
        <span className={styles.star}>*</span>
      </button>
      {digitKey('0')}
      <button type="button" className={styles.function} aria-label={zh.backspace} onClick={onBackspace}>
        <Icon name="back" />
      </button>
    </div>
  );
}
