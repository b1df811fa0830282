import { useMutation } from '@tanstack/react-query';
import { Input, type InputRef, Modal } from 'antd';
import { type KeyboardEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { Icon } from '../../components/icon.tsx';
import { RefusalAlert } from '../../components/refusal-alert.tsx';
import { call } from '../../lib/call.ts';
import { searchKinds, searchTexts as texts } from '../../locales/zh/search.ts';
import { HitLine } from './hit-line.tsx';
import { hitPath } from './hit-path.ts';
import styles from './search.module.css';

/** One box for everything: Enter searches, the arrows walk through what was found. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const field = useRef<InputRef>(null);
  const found = useRef<HTMLDivElement>(null);
  const search = useMutation({ mutationFn: (typed: string) => call('search', { text: typed }) });
  const groups = search.data?.groups;

  function walk(event: KeyboardEvent, step: 1 | -1): void {
    const links = [...(found.current?.querySelectorAll('a') ?? [])];
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    const next = links[at + step];
    event.preventDefault();
    if (next) next.focus();
    else if (step === -1) field.current?.focus();
  }

  return (
    <Modal
      open
      footer={null}
      closable={false}
      width={640}
      title={<span className={styles.title}>{texts.title}</span>}
      onCancel={onClose}
      afterOpenChange={(isOpen) => isOpen && field.current?.focus()}
    >
      <div
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') walk(event, 1);
          if (event.key === 'ArrowUp') walk(event, -1);
        }}
      >
        <Input
          ref={field}
          size="large"
          prefix={<Icon name="search" />}
          aria-label={texts.hint}
          placeholder={texts.hint}
          maxLength={128}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onPressEnter={() => text.trim() !== '' && search.mutate(text.trim())}
        />
        <div ref={found} className={styles.found} aria-live="polite" aria-busy={search.isPending}>
          <RefusalAlert error={search.error} />
          {groups === undefined && !search.error && <p className={styles.quiet}>{texts.examples}</p>}
          {groups?.length === 0 && (
            <p className={styles.quiet}>
              {texts.nothing}。{texts.nothingText}
            </p>
          )}
          {groups?.map(({ kind, hits, isCut }) => (
            <section key={kind} aria-label={searchKinds[kind]}>
              <h2 className={styles.kind}>{searchKinds[kind]}</h2>
              <ul>
                {hits.map((hit) => (
                  <li key={hit.id}>
                    <Link to={hitPath(hit)} className={styles.hit} onClick={onClose}>
                      <HitLine hit={hit} />
                    </Link>
                  </li>
                ))}
              </ul>
              {isCut && <p className={styles.quiet}>{texts.more}</p>}
            </section>
          ))}
        </div>
      </div>
    </Modal>
  );
}
