import { Alert } from '@lode/ui';
import { passwordHoldWords as words } from '../locales/zh/password-hold.ts';

/** Announces the security hold on withdrawals before a password is changed. */
export function PasswordHoldAlert({ after }: { after: keyof typeof words }) {
  return <Alert tone="warn">{words[after]}</Alert>;
}
