import { IconButton } from '@lode/ui';
import { href } from '../lib/routes.ts';
import { homeMessages as messages } from '../locales/zh/home.ts';
import styles from './message-bell.module.css';

/** The server counts to 100. */
const most = 99;

/** The count lies over the bell, so that nothing moves when it arrives. */
export function MessageBell({ unread }: { unread: number }) {
  const count = unread > most ? `${most}+` : String(unread);
  return (
    <span className={styles.bell}>
      <IconButton
        icon="bell"
        href={href('messages')}
        label={unread === 0 ? messages.messages : messages.unreadMessages(count)}
      />
      {unread > 0 && <b aria-hidden>{count}</b>}
    </span>
  );
}
