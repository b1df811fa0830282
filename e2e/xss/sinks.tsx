import { Button, Empty, KeyValues, Modal, NavBar, Timeline, ToastHost, toast } from '@lode/ui';
import { type ComponentType, useEffect } from 'react';
import { ReleaseNotes } from '../../apps/h5/src/app/update/release-notes.tsx';
import { RichText } from '../../apps/h5/src/components/rich-text/rich-text.tsx';
import { Router } from '../../apps/h5/src/lib/router/router.tsx';
import { targetAfterLogin } from '../../apps/h5/src/lib/routes.ts';

/** A place of the client that shows or follows foreign text. */
export interface Sink {
  name: string;
  Show: ComponentType<{ text: string }>;
  /** Rendered as HTML; the policy also reports the sanitiser's inert document. */
  isMarkup?: boolean;
  /** A broken control, which must be detected. */
  isBroken?: boolean;
}

function ForeignText({ text }: { text: string }) {
  useEffect(() => toast.error(text), [text]);
  return <ToastHost />;
}

/** Names, labels, remarks and messages are text; two places render HTML. */
export const sinks: readonly Sink[] = [
  { name: 'a title bar', Show: ({ text }) => <NavBar title={text} onBack={() => undefined} /> },
  { name: 'a row of a card', Show: ({ text }) => <KeyValues items={[{ label: text, value: text }]} /> },
  { name: 'a step of a timeline', Show: ({ text }) => <Timeline items={[{ title: text, time: text, text }]} /> },
  { name: 'an empty page', Show: ({ text }) => <Empty title={text} hint={text} /> },
  {
    name: 'a dialog',
    Show: ({ text }) => (
      <Modal open title={text} confirmText={text}>
        {text}
      </Modal>
    ),
  },
  { name: 'a message of the server', Show: ForeignText },
  {
    name: 'where a login leads',
    Show: ({ text }) => <Button href={targetAfterLogin(`?to=${encodeURIComponent(text)}`)}>{text}</Button>,
  },
  {
    name: "the operator's HTML",
    isMarkup: true,
    Show: ({ text }) => (
      <Router>
        <RichText html={text} />
      </Router>
    ),
  },
  { name: 'what is new in a version', isMarkup: true, Show: ({ text }) => <ReleaseNotes html={text} /> },
  {
    name: 'markup as it comes',
    isBroken: true,
    Show: ({ text }) => <div ref={(ground) => ground?.insertAdjacentHTML('beforeend', text)} />,
  },
  {
    name: 'a link as it comes',
    isBroken: true,
    Show: ({ text }) => <a href={text.replace(/^.*?(?=javascript:)/i, '')}>{text}</a>,
  },
];
