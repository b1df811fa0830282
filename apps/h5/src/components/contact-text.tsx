import { AppLink } from '@lode/ui';
import { href } from '../lib/routes.ts';
import styles from './contact-text.module.css';

/** A text whose 联系客服 or 联系客户经理 leads to the contact page. */
export function ContactText({ children }: { children: string }) {
  return children.split(/(联系(?:您的)?(?:客服|客户经理))/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <AppLink key={part} href={href('support')} className={styles.link}>
        {part}
      </AppLink>
    ),
  );
}
