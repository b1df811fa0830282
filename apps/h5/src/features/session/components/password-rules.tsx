import { Icon } from '@lode/ui';
import { passwordMessages } from '../../../locales/zh/password.ts';
import { sessionMessages as messages } from '../../../locales/zh/session.ts';
import { strengthOf } from '../password-strength.ts';
import styles from './password-rules.module.css';

/** Password rules, ticked as they are met, and the strength. */
export function PasswordRules({ password }: { password: string }) {
  const length = [...password].length;
  const strength = strengthOf(password);
  const rules = [
    { label: messages.passwordRules.length, isMet: length >= 8 && length <= 64 },
    { label: messages.passwordRules.letter, isMet: /[A-Za-z]/.test(password) },
    { label: messages.passwordRules.digit, isMet: /\d/.test(password) },
  ];
  return (
    <span className={styles.rules}>
      {rules.map(({ label, isMet }) => (
        <span key={label} className={isMet ? styles.met : undefined}>
          <Icon name={isMet ? 'checkc' : 'info'} size="xs" />
          {label}
        </span>
      ))}
      {strength !== null && (
        <span>
          {passwordMessages.strength}
          <i className={styles[strength]} />
          {passwordMessages.strengths[strength]}
        </span>
      )}
    </span>
  );
}
