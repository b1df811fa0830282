import { momentText } from '../../lib/time.ts';
import { viewTexts as texts } from '../../locales/zh/customer-view.ts';
import { messageKinds } from '../../locales/zh/customers.ts';
import styles from './view.module.css';
import { ViewList } from './view-list.tsx';

/** As the customer reads them; none becomes read by it. */
export function ViewMessages({ id, reason }: { id: string; reason: string }) {
  return (
    <ViewList name="viewMessages" what={texts.messages} input={{ id, reason }} nothing={texts.noMessages}>
      {({ kind, text, time, isRead }) => (
        <>
          <div className={styles.line}>
            <b>{messageKinds[kind]}</b>
            <span className={styles.quiet}>{isRead ? texts.isRead : texts.isUnread}</span>
          </div>
          <p className={styles.message}>{text}</p>
          <p className={styles.quiet}>{momentText(time)}</p>
        </>
      )}
    </ViewList>
  );
}
