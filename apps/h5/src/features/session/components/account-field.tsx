import { Field } from '@lode/ui';
import type { ReactNode } from 'react';
import { sessionMessages as messages } from '../../../locales/zh/session.ts';
import { accountError } from '../field-errors.ts';

export interface TextState {
  value: string;
  error: string | null;
}

interface AccountFieldProps {
  state: TextState;
  onChange: (state: TextState) => void;
  onEnter?: () => void;
  /** How a problem is shown, where not as it is. */
  errorOf?: (error: string) => ReactNode;
}

/** Phone or e-mail; a problem is shown when the field is left. */
export function AccountField({ state, onChange, onEnter, errorOf = (error) => error }: AccountFieldProps) {
  return (
    <Field
      label={messages.account}
      placeholder={messages.accountHint}
      value={state.value}
      error={state.error === null ? null : errorOf(state.error)}
      // A Chinese keyboard types full-width digits.
      onChange={(value) => onChange({ value: value.normalize('NFKC'), error: null })}
      onBlur={() => {
        if (state.value !== '' && state.error === null) onChange({ ...state, error: accountError(state.value) });
      }}
      onEnter={onEnter}
      name="account"
      autoComplete="username"
      maxLength={128}
    />
  );
}
