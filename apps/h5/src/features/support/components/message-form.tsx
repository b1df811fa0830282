import { Button } from '@lode/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { callQuery } from '../../../lib/api/queries.ts';
import { RequestError } from '../../../lib/api/request-error.ts';
import { randomId } from '../../../lib/random-id.ts';
import { supportMessages as messages } from '../../../locales/zh/support.ts';
import styles from './support.module.css';

const longest = 1000;

interface MessageFormProps {
  /** In a thread: low, for the foot of the page. */
  isReply?: boolean;
  onSend: (text: string, requestId: string) => Promise<unknown>;
}

/** What the customer writes stays until it has arrived; the same text sent again is the same request. */
export function MessageForm({ isReply = false, onSend }: MessageFormProps) {
  const id = useId();
  const [text, setText] = useState('');
  const [isMissing, setMissing] = useState(false);
  const hours = useQuery(callQuery('supportInfo', {}, { background: true })).data?.hours ?? null;
  const request = useRef({ text: '', id: '' });
  const send = useMutation({
    mutationFn: (written: string) => {
      if (request.current.text !== written) request.current = { text: written, id: randomId() };
      return onSend(written, request.current.id);
    },
    onSuccess: () => {
      request.current = { text: '', id: '' };
      setText('');
    },
  });
  const error = isMissing && text.trim() === '' ? messages.empty : send.error && failureText(send.error);
  return (
    <form
      className={isReply ? `${styles.form} ${styles.reply}` : styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        setMissing(text.trim() === '');
        if (text.trim() !== '' && !send.isPending) send.mutate(text.trim());
      }}
    >
      <label htmlFor={id}>{isReply ? messages.replyLabel : messages.inputLabel}</label>
      <textarea
        id={id}
        rows={isReply ? 2 : 4}
        maxLength={longest}
        placeholder={messages.placeholder}
        value={text}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-below`}
        onChange={(event) => setText(event.target.value)}
      />
      <p id={`${id}-below`} className={error ? styles.error : undefined} role={error ? 'alert' : undefined}>
        {error || messages.privacy}
        {text !== '' && <span className={styles.hours}>{messages.written(text.length, longest)}</span>}
        {!error && hours !== null && <span className={styles.hours}>{messages.servedAt(hours)}</span>}
      </p>
      <Button type="submit" block={!isReply} softDisabled={text.trim() === ''} busy={send.isPending}>
        {messages.send}
      </Button>
    </form>
  );
}

function failureText(error: Error): string {
  return error instanceof RequestError && error.code !== null ? error.message : messages.sendFailed;
}
