import { Field } from '@lode/ui';
import { ContactText } from '../../../components/ask-about.tsx';
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
}

/** Phone or e-mail; a problem is shown when the field is left. */
export function AccountField({ state, onChange, onEnter }: AccountFieldProps) {
  return (
    <Field
      label={messages.account}
      placeholder={messages.accountHint}
      value={state.value}
      error={state.error && <ContactText>{state.error}</ContactText>}
      onChange={(value) => onChange({ value, error: null })}
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
