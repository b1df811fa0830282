import { Field } from '@lode/ui';
import { secondFactorMessages as messages } from '../locales/zh/second-factor.ts';

interface SecondFactorFieldProps {
  value: string;
  error: string | null;
  onChange: (value: string) => void;
  onEnter?: () => void;
}

/** A recovery code has 27 characters with its dashes; one that is pasted may have spaces too. */
const longest = 40;

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
      maxLength={longest}
    />
  );
}
