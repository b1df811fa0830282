import type { Input } from '@lode/contract';
import { AppLink, Button, TextLink } from '@lode/ui';
import { href } from '../lib/routes.ts';
import { askAboutMessages as messages } from '../locales/zh/ask-about.ts';
import styles from './ask-about.module.css';

interface About {
  of: Input<'supportOpen'>['of'];
  id: string;
}

const hrefOf = ({ of, id }: About) => href('support_thread', { of, record: id });

/** 就这笔记录咨询: a thread that carries the record. */
export function AskAbout(about: About) {
  return (
    <Button variant="quiet" icon="help" block href={hrefOf(about)}>
      {about.of === 'MACHINE' ? messages.machine : messages.record}
    </Button>
  );
}

/** The same below a line of a list. */
export const AskLink = (about: About) => <TextLink href={hrefOf(about)}>{messages.record}</TextLink>;

/** A text whose 联系客服 or 联系客户经理 leads to the contact page. */
export function ContactText({ children }: { children: string }) {
  return children.split(/(联系(?:您的|为您开户的)?(?:客服|客户经理))/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <AppLink key={part} href={href('support')} className={styles.link}>
        {part}
      </AppLink>
    ),
  );
}
