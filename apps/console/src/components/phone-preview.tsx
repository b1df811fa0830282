import type { ConsoleData } from '@lode/contract/console';
import { Segmented } from 'antd';
import { useCallback, useEffect, useRef, useState } from 'react';
import { contentTexts as texts } from '../locales/zh/content.ts';
import { type PhoneMessage, type PhoneWindow, phonePath } from '../phone/phone-message.ts';
import styles from './phone-preview.module.css';

type Shown = ConsoleData<'contentRevision'>['shown'];
type Look = 'light' | 'dark' | 'vip';

/** The page is the console's own: it opens nothing, sends no form and leads the console nowhere else. */
const rights = 'allow-same-origin allow-scripts';

/** A phone with the customers' own components, which are given what will be published. */
export function PhonePreview({ shown }: { shown: Shown | null }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [look, setLook] = useState<Look>('light');
  const [width, setWidth] = useState<375 | 320>(375);
  const [page, setPage] = useState<PhoneMessage['page']>('HOME');
  const hasDetail =
    shown?.kind === 'notice' || (shown?.body !== null && ['banner', 'popup'].includes(shown?.kind ?? ''));
  const show = useCallback(() => {
    if (shown === null) return;
    const theme = look === 'vip' ? 'vip' : 'default';
    const message: PhoneMessage = { shown, page: hasDetail ? page : 'HOME', theme, isDark: look === 'dark' };
    (frame.current?.contentWindow as PhoneWindow | undefined)?.showOnPhone?.(message);
  }, [shown, look, page, hasDetail]);
  useEffect(show, [show]);
  return (
    <section aria-label={texts.phone} className={styles.preview}>
      <div className={styles.choices}>
        <Segmented<Look> aria-label={texts.look} value={look} options={texts.looks} onChange={setLook} />
        <Segmented<375 | 320> aria-label={texts.width} value={width} options={[375, 320]} onChange={setWidth} />
        {hasDetail && <Segmented aria-label={texts.page} value={page} options={texts.pages} onChange={setPage} />}
      </div>
      <div className={width === 375 ? styles.phone : styles.narrow}>
        <iframe
          ref={frame}
          src={phonePath}
          sandbox={rights}
          title={texts.phone}
          onLoad={show}
          className={shown === null ? styles.hidden : undefined}
        />
        {shown === null && <p className={styles.nothing}>{texts.notShown}</p>}
      </div>
    </section>
  );
}
