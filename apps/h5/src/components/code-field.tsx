import type { Input } from '@lode/contract';
import { CountdownButton, Field } from '@lode/ui';
import { requestCode } from '../lib/api/request-code.ts';
import { codeWaitLeft, keepCodeWait } from '../lib/code-wait.ts';
import { codeWords as words } from '../locales/zh/code.ts';

interface CodeFieldProps {
  label: string;
  value: string;
  error: string | null;
  onChange: (code: string) => void;
  onEnter?: () => void;
  scene: Input<'sendCode'>['scene'];
  /** Whom the code is sent to; null when that cannot be said yet, and whoever owns the field says why. */
  recipient: () => string | null;
}

/** Six digits, with the button that sends them; the wait until it may be pressed again survives a reload. */
export function CodeField({ label, value, error, onChange, onEnter, scene, recipient }: CodeFieldProps) {
  async function send(): Promise<number | null> {
    const account = recipient();
    if (account === null) return null;
    const seconds = await requestCode(account, scene);
    if (seconds !== null) keepCodeWait(scene, seconds);
    return seconds;
  }
  return (
    <Field
      label={label}
      placeholder={words.hint}
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
          {words.send}
        </CountdownButton>
      }
    />
  );
}
