import { Field } from '@lode/ui';
import { sessionMessages as messages } from '../../../locales/zh/session.ts';
import type { TextState } from './account-field.tsx';
import { PasswordRules } from './password-rules.tsx';

export const longestPassword = 64;

interface NewPasswordFieldsProps {
  password: TextState;
  onPassword: (state: TextState) => void;
  again: TextState;
  onAgain: (state: TextState) => void;
  onEnter: () => void;
}

/** A new login password, its repetition and its rules. */
export function NewPasswordFields({ password, onPassword, again, onAgain, onEnter }: NewPasswordFieldsProps) {
  return (
    <>
      <Field
        label={messages.newPassword}
        type="password"
        value={password.value}
        error={password.error}
        hint={<PasswordRules password={password.value} />}
        onChange={(value) => onPassword({ value, error: null })}
        name="new-password"
        autoComplete="new-password"
        maxLength={longestPassword}
        clearable={false}
      />
      <Field
        label={messages.newPasswordAgain}
        type="password"
        value={again.value}
        error={again.error}
        onChange={(value) => onAgain({ value, error: null })}
        onEnter={onEnter}
        name="new-password-again"
        autoComplete="new-password"
        maxLength={longestPassword}
        clearable={false}
      />
    </>
  );
}
