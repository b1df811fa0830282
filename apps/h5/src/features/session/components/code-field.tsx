import type { Input } from '@lode/contract';
import { CountdownButton, Field } from '@lode/ui';
import { requestCode } from '../../../lib/api/request-code.ts';
import { codeWaitLeft, keepCodeWait } from '../../../lib/code-wait.ts';
import { sessionWords as words } from '../../../locales/zh/session.ts';
import { accountError } from '../field-errors.ts';
import type { TextState } from './account-field.tsx';

interface CodeFieldProps {
  state: TextState;
  onChange: (state: TextState) => void;
  account: string;
  scene: Input<'sendCode'>['scene'];
  /** The account is not one yet: its field must say so. */
  onBadAccount: (error: string) => void;
  onEnter?: () => void;
}

/** Six digits, with the button that sends them. */
export function CodeField({ state, onChange, account, scene, onBadAccount, onEnter }: CodeFieldProps) {
  async function send(): Promise<number | null> {
    const error = accountError(account);
    if (error !== null) {
      onBadAccount(error);
      return null;
    }
    const seconds = await requestCode(account.trim(), scene);
    if (seconds !== null) keepCodeWait(scene, seconds);
    return seconds;
  }
  return (
    <Field
      label={words.code}
      placeholder={words.codeHint}
      value={state.value}
      error={state.error}
      onChange={(value) => onChange({ value: value.replace(/\D/g, ''), error: null })}
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
