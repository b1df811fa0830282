import type { Input } from '@lode/contract';
import { CodeField } from '../../../components/code-field.tsx';
import { codeWords } from '../../../locales/zh/code.ts';
import { accountError } from '../field-errors.ts';
import type { TextState } from './account-field.tsx';

interface CodeOfAccountFieldProps {
  state: TextState;
  onChange: (state: TextState) => void;
  account: string;
  scene: Input<'sendCode'>['scene'];
  /** The account is not valid yet: its field shows why. */
  onBadAccount: (error: string) => void;
  onEnter?: () => void;
}

/** The one-time code for an account typed on the same page. */
export function CodeOfAccountField({
  state,
  onChange,
  account,
  scene,
  onBadAccount,
  onEnter,
}: CodeOfAccountFieldProps) {
  function recipient(): string | null {
    const error = accountError(account);
    if (error === null) return account.trim();
    onBadAccount(error);
    return null;
  }
  return (
    <CodeField
      label={codeWords.label}
      value={state.value}
      error={state.error}
      onChange={(value) => onChange({ value, error: null })}
      onEnter={onEnter}
      scene={scene}
      recipient={recipient}
    />
  );
}
