import { useId, useState } from 'react';
import { classes } from '../../lib/classes.ts';
import { Icon } from '../icon/icon.tsx';
import { DigitCells } from './digit-cells.tsx';
import styles from './pin-field.module.css';

const notADigit = /\D/g;

/** Digits of a new secret: masked cells over one real input, so that the phone's keypad, paste and screen readers work. */
export function PinField({
  label,
  value,
  onChange,
  length = 6,
  error = null,
  hint,
  name,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  length?: number;
  error?: string | null;
  hint?: string;
  name: string;
}) {
  const id = useId();
  const [isFocused, setFocused] = useState(false);
  const below = error ?? hint;
  return (
    <div>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={classes(styles.box, error !== null && styles.wrong)}>
        <DigitCells count={value.length} length={length} isActive={isFocused} isWrong={error !== null} />
        <input
          id={id}
          className={styles.input}
          type="password"
          inputMode="numeric"
          autoComplete="new-password"
          name={name}
          value={value}
          aria-invalid={error !== null || undefined}
          aria-describedby={below === undefined ? undefined : `${id}-below`}
          onChange={(event) => onChange(event.target.value.replace(notADigit, '').slice(0, length))}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
        />
      </div>
      <p
        id={`${id}-below`}
        className={classes(styles.below, error !== null && styles.error)}
        role={error !== null ? 'alert' : undefined}
      >
        {error !== null && <Icon name="errc" size="xs" />}
        {below}
      </p>
    </div>
  );
}
