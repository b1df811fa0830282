import { CountdownButton, Field } from '@lode/ui';
import { withdrawWords as words } from '../../../locales/zh/withdraw.ts';
import { askForCode, codeWaitLeft } from '../code-wait.ts';

interface CodeFieldProps {
  user: { account: string; maskedAccount: string };
  value: string;
  error: string | null;
  onChange: (code: string) => void;
  onEnter: () => void;
}

/** The one-time code that goes to the customer's own account. */
export function CodeField({ user, value, error, onChange, onEnter }: CodeFieldProps) {
  return (
    <Field
      label={words.code(user.maskedAccount)}
      placeholder={words.codeHint}
      value={value}
      error={error}
      onChange={(text) => onChange(text.replace(/\D/g, ''))}
      onEnter={onEnter}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={6}
      clearable={false}
      suffix={
        <CountdownButton onPress={() => askForCode(user.account)} initialSeconds={codeWaitLeft(user.account)}>
          {words.sendCode}
        </CountdownButton>
      }
    />
  );
}
