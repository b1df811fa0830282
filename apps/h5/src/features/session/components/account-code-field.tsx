import type { Input } from '@lode/contract';
import { CodeField } from '../../../components/code-field.tsx';
import { call } from '../../../lib/api/call.ts';
import { codeMessages } from '../../../locales/zh/code.ts';
import { sessionMessages as messages } from '../../../locales/zh/session.ts';
import { accountError } from '../field-errors.ts';
import type { TextState } from './account-field.tsx';

/**
 * Accounts are opened by the operator: a mistyped one would wait for a code that is never sent. Where the question is not
 * answered, the code is requested all the same.
 */
async function unknownAccountError(account: string): Promise<string | null> {
  const answer = await call('accountExists', { account: account.trim() }, { silent: true }).catch(() => null);
  return answer?.exist === false ? messages.errors.accountUnknown : null;
}

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
  async function recipient(): Promise<string | null> {
    const error = accountError(account) ?? (scene === 'SET_PASSWORD' ? await unknownAccountError(account) : null);
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
