import { Row, shanghaiClock, shanghaiDate } from '@lode/ui';
import { DayGroups } from '../../../components/day-groups.tsx';
import { messageMessages as messages } from '../../../locales/zh/messages.ts';
import { headlineOf } from '../headline.ts';
import { type Message, messageHref, messageIcons } from '../message-target.ts';
import { useMarkRead } from '../use-mark-read.ts';
import styles from './message-list.module.css';

/** Messages by day; each leads to what it is about, and is read by then. */
export function MessageList({ list }: { list: readonly Message[] }) {
  const { mutate } = useMarkRead();
  return (
    <DayGroups entries={list} dayOf={({ time }) => shanghaiDate(time)}>
      {(message) => <MessageRow message={message} onRead={() => !message.isRead && mutate(message)} />}
    </DayGroups>
  );
}

function MessageRow({ message, onRead }: { message: Message; onRead: () => void }) {
  const { kind, text, time, isRead } = message;
  const { headline, rest } = headlineOf(text) ?? { headline: messages.kinds[kind], rest: text };
  const href = messageHref(message);
  // A message that leads nowhere is a button only while a tap still does something.
  const target = href !== undefined ? { href, onClick: onRead } : isRead ? {} : { onClick: onRead };
  return (
    <Row
      icon={messageIcons[kind]}
      title={
        <span className={styles.headline}>
          {!isRead && <span className={styles.unread} role="img" aria-label={messages.unread} />}
          {headline}
        </span>
      }
      caption={
        <span className={isRead ? undefined : styles.fresh}>
          {shanghaiClock(time)} · <WholeDates text={rest === '' ? messages.kinds[kind] : rest} />
        </span>
      }
      {...target}
    />
  );
}

/** A date with its time does not break at its hyphens. */
function WholeDates({ text }: { text: string }) {
  return text.split(/(\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2})?|\d{2}-\d{2} \d{2}:\d{2})/).map((part, i) =>
    i % 2 === 0 ? (
      part
    ) : (
      <span key={i} className={styles.date}>
        {part}
      </span>
    ),
  );
}
