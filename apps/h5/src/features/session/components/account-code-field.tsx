import type { Input } from '@lode/contract';
import { CodeField } from '../../../components/code-field.tsx';
import { codeMessages } from '../../../locales/zh/code.ts';
import { accountError } from '../field-errors.ts';
import type { TextState } from './account-field.tsx';

interface AccountCodeFieldProps {
  state: TextState;
  onChange: (state: TextState) => void;
  account: string;
  scene: Input<'sendCode'>['scene'];
  /** The account is not valid yet: its field shows why. */
  onInvalidAccount: (error: string) => void;
  onEnter?: () => void;
}

/** The one-time code for an account typed on the same page. */
export function AccountCodeField({
  state,
  onChange,
  account,
  scene,
  onInvalidAccount,
  onEnter,
}: AccountCodeFieldProps) {
  function recipient(): string | null {
    const error = accountError(account);
    if (error === null) return account.trim();
    onInvalidAccount(error);
    return null;
  }
  return (
    <CodeField
      label={codeMessages.label}
      value={state.value}
      error={state.error}
      onChange={(value) => onChange({ value, error: null })}
      onEnter={onEnter}
      scene={scene}
      recipient={recipient}
    />
  );
}
