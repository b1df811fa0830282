import { momentText } from '../../lib/time.ts';
import { sightTexts as texts } from '../../locales/zh/customer-sight.ts';
import { messageKinds } from '../../locales/zh/customers.ts';
import styles from './sight.module.css';
import { SightList } from './sight-list.tsx';

/** As the customer reads them; none becomes read by it. */
export function SightMessages({ id, reason }: { id: string; reason: string }) {
  return (
    <SightList name="viewMessages" what={texts.messages} input={{ id, reason }} nothing={texts.noMessages}>
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
    </SightList>
  );
}
