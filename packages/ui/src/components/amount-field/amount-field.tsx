import { type ReactNode, useId } from 'react';
import { classes } from '../../lib/classes.ts';
import { groupDigits } from '../../lib/digits.ts';
import { zh } from '../../locale/zh.ts';
import { Icon } from '../icon/icon.tsx';
import styles from './amount-field.module.css';

export interface AmountFieldProps {
  label: string;
  /** Right of the label: the available amount. */
  aside?: ReactNode;
  unit: string;
  value: string;
  /** Receives normalised text: ASCII digits and one kind of point; the form validates it. */
  onChange: (value: string) => void;
  /** Fills in the whole amount; without it there is no 全部. */
  onAll?: () => void;
  onLeave?: () => void;
  /** Replaces the hint and is announced. */
  error?: string | null;
  hint?: ReactNode;
  /** Right of the hint, also beside an error. */
  hintAside?: ReactNode;
}

/** A large amount field with coin, 全部, and a line below for limits and results. */
export function AmountField({
  label,
  aside,
  unit,
  value,
  onChange,
  onAll,
  onLeave,
  error = null,
  hint,
  hintAside,
}: AmountFieldProps) {
  const id = useId();
  const isWrong = error !== null;
  const grouped = groupedDecimal(value);
  return (
    <div>
      <div className={styles.head}>
        <label htmlFor={id}>{label}</label>
        <span>{aside}</span>
      </div>
      <div className={classes(styles.line, isWrong && styles.wrong)}>
        <span className={classes(styles.field, grouped.length > 12 && styles.long, grouped !== value && styles.rests)}>
          <input
            id={id}
            className={styles.input}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            enterKeyHint="done"
            maxLength={40}
            placeholder="0"
            value={value}
            aria-invalid={isWrong || undefined}
            aria-describedby={`${id}-below`}
            onChange={(event) => onChange(normalisedDecimal(event.target.value))}
            onBlur={onLeave}
            onKeyDown={(event) => {
              if (event.key === 'Enter') event.currentTarget.blur();
            }}
          />
          {/* Over the field and at rest only: what is typed keeps its caret and its selection. */}
          {grouped !== value && (
            <span className={styles.grouped} aria-hidden="true">
              {grouped}
            </span>
          )}
        </span>
        <span className={styles.unit}>{unit}</span>
        {onAll && (
          <button type="button" className={styles.all} onClick={onAll}>
            {zh.all}
          </button>
        )}
      </div>
      <div className={styles.below}>
        <span
          id={`${id}-below`}
          className={classes(styles.hint, isWrong && styles.error)}
          role={isWrong ? 'alert' : undefined}
        >
          {isWrong && <Icon name="errc" size="xs" />}
          {error ?? hint}
        </span>
        {hintAside !== undefined && <span className={styles.aside}>{hintAside}</span>}
      </div>
    </div>
  );
}

/** `groupedDecimal('1234567.5') === '1,234,567.5'`; text that is no plain decimal stays as it was typed. */
function groupedDecimal(value: string): string {
  return /^\d+(\.\d*)?$/.test(value) ? groupDigits(value) : value;
}

/**
 * Normalises Chinese keyboard input and pasted text: `normalisedDecimal('１，234。5') === '1234.5'`. Invalid text stays
 * unchanged, for the form to report.
 */
export function normalisedDecimal(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(/。/g, '.')
    .replace(/[\s,]/g, '')
    .replace(/^0+(?=\d)/, '')
    .replace(/^\./, '0.');
}
