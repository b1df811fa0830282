import { CountdownButton, Field } from '@lode/ui';
import { requestCode } from '../../../lib/api/request-code.ts';
import { codeWaitLeft, keepCodeWait } from '../../../lib/code-wait.ts';
import { withdrawWords as words } from '../../../locales/zh/withdraw.ts';

interface CodeFieldProps {
  user: { account: string; maskedAccount: string };
  value: string;
  error: string | null;
  onChange: (code: string) => void;
  onEnter: () => void;
}

const scene = 'WITHDRAW';

/** The one-time code that goes to the customer's own account. */
export function CodeField({ user, value, error, onChange, onEnter }: CodeFieldProps) {
  async function send(): Promise<number | null> {
    const seconds = await requestCode(user.account, scene);
    if (seconds !== null) keepCodeWait(scene, seconds);
    return seconds;
  }
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
        <CountdownButton onPress={send} initialSeconds={codeWaitLeft(scene)}>
          {words.sendCode}
        </CountdownButton>
      }
    />
  );
}
