import { TextLink } from '@lode/ui';
import { href } from '../lib/routes.ts';
import { commonMessages } from '../locales/zh/common.ts';
import { keptElsewhereMessages as messages } from '../locales/zh/kept-elsewhere.ts';
import styles from './kept-elsewhere.module.css';

/** The end of a list whose older rows are kept elsewhere: until when, and who gives them. */
export function KeptElsewhere({ what, to }: { what: keyof typeof messages; to: string | null }) {
  if (to === null) return null;
  return (
    <p className={styles.note}>
      {messages[what](to)}
      <TextLink href={href('support')}>{commonMessages.support}</TextLink>
    </p>
  );
}
