import type { Input } from '@lode/contract';
import { CountdownButton, Field } from '@lode/ui';
import { type CodePayment, requestCode } from '../lib/api/request-code.ts';
import { codeWaitLeft, storeCodeWait } from '../lib/code-wait.ts';
import { codeMessages as messages } from '../locales/zh/code.ts';

interface CodeFieldProps {
  label: string;
  value: string;
  error: string | null;
  onChange: (code: string) => void;
  onEnter?: () => void;
  scene: Input<'sendCode'>['scene'];
  payment?: CodePayment;
  /** Account that receives the code; null when it is not valid yet and the caller has shown why. */
  recipient: () => string | null | Promise<string | null>;
}

/** A one-time code with its send button; the wait for the next code survives a reload. */
export function CodeField({ label, value, error, onChange, onEnter, scene, payment, recipient }: CodeFieldProps) {
  async function send(): Promise<number | null> {
    const account = await recipient();
    if (account === null) return null;
    const seconds = await requestCode(account, scene, payment);
    if (seconds !== null) storeCodeWait(scene, seconds);
    return seconds;
  }
  return (
    <Field
      label={label}
      placeholder={messages.hint}
      value={value}
      error={error}
      onChange={(text) => onChange(text.normalize('NFKC').replace(/\D/g, ''))}
      onEnter={onEnter}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={6}
      clearable={false}
      suffix={
        <CountdownButton onPress={send} initialSeconds={codeWaitLeft(scene)}>
          {messages.send}
        </CountdownButton>
      }
    />
  );
}
