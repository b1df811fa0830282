import { largestImage } from '@lode/contract/console-paths';
import { useMutation } from '@tanstack/react-query';
import { Alert, Button, type ButtonProps } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import { call } from '../../lib/call.ts';
import { contentTexts as texts } from '../../locales/zh/content.ts';
import { errorText } from '../../locales/zh/errors.ts';
import styles from './content.module.css';

interface ImageButtonProps extends Pick<ButtonProps, 'size'> {
  id?: string | undefined;
  children: ReactNode;
  onStored: (address: string, size: { width: number; height: number }) => void;
}

/** Chooses a file and stores it; the server reads from its bytes what it is. */
export function ImageButton({ id, size, children, onStored }: ImageButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isTooLarge, setTooLarge] = useState(false);
  const upload = useMutation({
    mutationFn: async (file: File) => call('uploadImage', { bytes: await base64(file) }),
    onSuccess: ({ address, width, height }) => onStored(address, { width, height }),
  });
  function choose(file: File | undefined): void {
    upload.reset();
    setTooLarge(file !== undefined && file.size > largestImage);
    if (file !== undefined && file.size <= largestImage) upload.mutate(file);
    // The same file may be chosen again.
    if (input.current) input.current.value = '';
  }
  const wrong = isTooLarge ? texts.tooLarge : upload.error && errorText(upload.error);
  return (
    <>
      <input
        ref={input}
        type="file"
        // Stronger than what antd's forms say of files.
        style={{ display: 'none' }}
        accept="image/png,image/jpeg,image/webp,image/gif"
        onChange={({ target }) => choose(target.files?.[0])}
      />
      <Button
        {...(id !== undefined && { id })}
        {...(size !== undefined && { size })}
        loading={upload.isPending}
        onClick={() => input.current?.click()}
      >
        {children}
      </Button>
      {wrong && <Alert type="error" showIcon title={wrong} />}
    </>
  );
}

interface ImageFieldProps {
  /** Of the form item. */
  id?: string;
  value?: string;
  onChange?: (address: string) => void;
}

/** The image of a revision. */
export function ImageField({ id, value = '', onChange = () => undefined }: ImageFieldProps) {
  const [stored, setStored] = useState<{ address: string; words: string } | null>(null);
  return (
    <div className={value === '' ? undefined : styles.image}>
      {value !== '' && <img src={value} alt="" />}
      <div className={styles.choice}>
        <ImageButton
          id={id}
          onStored={(address, { width, height }) => {
            setStored({ address, words: texts.chosen(width, height) });
            onChange(address);
          }}
        >
          {value === '' ? texts.choose : texts.change}
        </ImageButton>
        {value !== '' && <Button onClick={() => onChange('')}>{texts.clear}</Button>}
        {stored?.address === value && <span className={styles.quiet}>{stored.words}</span>}
      </div>
    </div>
  );
}

async function base64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const parts: string[] = [];
  // Of a megabyte not all at once: they are arguments.
  for (let at = 0; at < bytes.length; at += 8192) parts.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  return btoa(parts.join(''));
}
