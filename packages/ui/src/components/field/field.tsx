import { type InputHTMLAttributes, type ReactNode, useId, useState } from 'react';
import { classes } from '../../lib/classes.ts';
import { zh } from '../../locale/zh.ts';
import { Icon } from '../icon/icon.tsx';
import type { IconName } from '../icon/icon-names.ts';
import { IconButton } from '../icon-button/icon-button.tsx';
import styles from './field.module.css';

type Passed = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'autoComplete' | 'inputMode' | 'maxLength' | 'name' | 'placeholder' | 'min' | 'max' | 'onBlur' | 'autoFocus'
>;

export interface FieldProps extends Passed {
  label: string;
  /** For a lone field whose placeholder says as much; the label remains its accessible name. */
  isLabelHidden?: boolean;
  value: string;
  onChange: (value: string) => void;
  type?: 'text' | 'password' | 'tel' | 'email' | 'date';
  /** Replaces the hint and is announced. */
  error?: ReactNode;
  hint?: ReactNode;
  clearable?: boolean;
  /** At the left end. */
  icon?: IconName;
  /** At the right end: a code button, a unit. */
  suffix?: ReactNode;
  onEnter?: () => void;
}

/** A one-line text field with label, clear button and error; a password can be revealed. */
export function Field({
  label,
  isLabelHidden = false,
  value,
  onChange,
  type = 'text',
  error = null,
  hint,
  clearable = true,
  icon,
  suffix,
  onEnter,
  ...input
}: FieldProps) {
  const id = useId();
  const [isPasswordShown, setPasswordShown] = useState(false);
  const below = error ?? hint;
  return (
    <div className={styles.field}>
      {!isLabelHidden && (
        <label className={styles.label} htmlFor={id}>
          {label}
        </label>
      )}
      <div className={classes(styles.box, error !== null && styles.wrong)}>
        {icon && <Icon name={icon} size="s" />}
        <input
          {...input}
          id={id}
          className={styles.input}
          type={isPasswordShown ? 'text' : type}
          value={value}
          aria-label={isLabelHidden ? label : undefined}
          aria-invalid={error !== null || undefined}
          aria-describedby={below !== undefined ? `${id}-below` : undefined}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') onEnter?.();
          }}
        />
        {clearable && value !== '' && type !== 'date' && (
          <IconButton icon="close" iconSize="s" label={`${zh.clear}${label}`} onClick={() => onChange('')} />
        )}
        {type === 'password' && (
          <IconButton
            icon={isPasswordShown ? 'eye' : 'eyeoff'}
            iconSize="s"
            label={isPasswordShown ? zh.hidePassword : zh.showPassword}
            onClick={() => setPasswordShown(!isPasswordShown)}
          />
        )}
        {suffix}
      </div>
      {below !== undefined && (
        <p
          id={`${id}-below`}
          className={classes(styles.below, error !== null && styles.error)}
          role={error !== null ? 'alert' : undefined}
        >
          {error !== null && <Icon name="errc" size="xs" />}
          {below}
        </p>
      )}
    </div>
  );
}
