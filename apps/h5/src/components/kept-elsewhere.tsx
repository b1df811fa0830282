import { TextLink } from '@lode/ui';
import { href } from '../../../lib/routes.ts';
import { commonMessages } from '../../../locales/zh/common.ts';
import { outputMessages as messages } from '../../../locales/zh/outputs.ts';
import styles from './outputs.module.css';

/** Where a list ends because older outputs are kept elsewhere: until when, and who gives them. */
export function OutputsElsewhere({ to }: { to: string | null }) {
  if (to === null) return null;
  return (
    <p className={styles.elsewhere}>
      {messages.elsewhere(to)}
      <TextLink href={href('support')}>{commonMessages.support}</TextLink>
    </p>
  );
}
