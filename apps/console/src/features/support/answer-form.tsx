import { App, Button, Input } from 'antd';
import type { TextAreaRef } from 'antd/es/input/TextArea';
import { type RefObject, useState } from 'react';
import { RefusalAlert } from '../../components/refusal-alert.tsx';
import { call } from '../../lib/call.ts';
import { useChange } from '../../lib/change.ts';
import { useKeys } from '../../lib/keys.ts';
import { supportTexts as texts } from '../../locales/zh/support.ts';
import styles from './support.module.css';

interface AnswerFormProps {
  id: string;
  /** The newest message that the answer knows of. */
  after: string;
  isStale: boolean;
  /** For a key that begins an answer. */
  fieldRef: RefObject<TextAreaRef | null>;
}

const longest = 1000;

export function AnswerForm({ id, after, isStale, fieldRef }: AnswerFormProps) {
  const { message } = App.useApp();
  const [text, setText] = useState('');
  const send = useChange({
    change: () => call('answerThread', { id, after, text: text.trim() }),
    refreshes: ['thread', 'threadList', 'workQueue'],
    onDone: () => void message.success(texts.sent),
  });
  const canSend = text.trim() !== '' && !isStale && !send.isPending;
  useKeys(canSend ? { 'Ctrl Enter': () => send.mutate() } : {});
  return (
    <form
      className={styles.answer}
      onSubmit={(event) => {
        event.preventDefault();
        if (canSend) send.mutate();
      }}
    >
      <Input.TextArea
        ref={fieldRef}
        aria-label={texts.answer}
        placeholder={texts.answerHint}
        rows={4}
        maxLength={longest}
        showCount
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') fieldRef.current?.blur();
        }}
      />
      <RefusalAlert error={send.error} />
      <div className={styles.send}>
        <span className={styles.quiet}>{texts.effect}</span>
        <Button type="primary" htmlType="submit" disabled={!canSend} loading={send.isPending}>
          {texts.send}
        </Button>
      </div>
    </form>
  );
}
