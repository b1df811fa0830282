import { Button, Input } from 'antd';
import type { TextAreaRef } from 'antd/es/input/TextArea';
import { useRef } from 'react';
import { contentTexts as texts } from '../../locales/zh/content.ts';
import styles from './content.module.css';
import { ImageButton } from './image-field.tsx';

interface HtmlFieldProps {
  /** Of the form item. */
  id?: string;
  value?: string;
  onChange?: (html: string) => void;
  rows?: number;
}

/** What a mark puts around the chosen text. */
const marks = {
  paragraph: ['<p>', '</p>'],
  heading: ['<h2>', '</h2>'],
  bold: ['<b>', '</b>'],
  bullet: ['<ul>\n  <li>', '</li>\n</ul>'],
  address: ['<a href="https://">', '</a>'],
} as const satisfies Partial<Record<keyof typeof texts, readonly [string, string]>>;

/** HTML as it is written, with marks for those who do not write it every day. */
export function HtmlField({ id, value = '', onChange = () => undefined, rows = 9 }: HtmlFieldProps) {
  const area = useRef<TextAreaRef>(null);
  function put(before: string, after: string): void {
    const element = area.current?.resizableTextArea?.textArea;
    const [from, to] = [element?.selectionStart ?? value.length, element?.selectionEnd ?? value.length];
    onChange(`${value.slice(0, from)}${before}${value.slice(from, to)}${after}${value.slice(to)}`);
    element?.focus();
  }
  return (
    <>
      <div className={styles.marks} role="group" aria-label={texts.marks}>
        {Object.entries(marks).map(([name, [before, after]]) => (
          <Button key={name} size="small" onClick={() => put(before, after)}>
            {texts[name as keyof typeof marks]}
          </Button>
        ))}
        <ImageButton size="small" onStored={(address) => put(`<img src="${address}" alt="`, '" />')}>
          {texts.image}
        </ImageButton>
      </div>
      <Input.TextArea
        {...(id !== undefined && { id })}
        ref={area}
        rows={rows}
        maxLength={40_000}
        spellCheck={false}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </>
  );
}
