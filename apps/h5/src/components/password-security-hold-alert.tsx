import { Alert } from '@lode/ui';
import { passwordHoldMessages as messages } from '../locales/zh/password-hold.ts';

/** Announces the security hold on withdrawals before a password is changed. */
export function PasswordSecurityHoldAlert({ after }: { after: keyof typeof messages }) {
  return <Alert tone="warn">{messages[after]}</Alert>;
}
