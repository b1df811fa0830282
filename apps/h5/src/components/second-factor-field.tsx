import { Field } from '@lode/ui';
import { longestTyped } from '../lib/api/second-factor-error.ts';
import { secondFactorMessages as messages } from '../locales/zh/second-factor.ts';

interface SecondFactorFieldProps {
  value: string;
  error: string | null;
  onChange: (value: string) => void;
  onEnter?: () => void;
}

/** A code of the authenticator app, or a recovery code. */
export function SecondFactorField({ value, error, onChange, onEnter }: SecondFactorFieldProps) {
  return (
    <Field
      label={messages.field}
      placeholder={messages.fieldHint}
      value={value}
      error={error}
      onChange={onChange}
      onEnter={onEnter}
      name="second-factor"
      autoComplete="off"
      maxLength={longestTyped}
    />
  );
}
