import type { ConsoleData } from '@lode/contract/console';
import { useQuery } from '@tanstack/react-query';
import { Button, Tag } from 'antd';
import { useNavigate } from 'react-router';
import { Nothing, QueryFailed, RowsSkeleton } from '../../components/query-state.tsx';
import { Status } from '../../components/shape.tsx';
import { CallError } from '../../lib/call.ts';
import { useKeys } from '../../lib/keys.ts';
import { callQuery } from '../../lib/queries.ts';
import { momentText } from '../../lib/time.ts';
import { booksTexts as texts, transferKindName } from '../../locales/zh/books.ts';
import styles from './books.module.css';
import { documentPath } from './document-path.ts';
import { TransferCause } from './transfer-cause.tsx';
import { TransferEntries } from './transfer-entries.tsx';

interface TransferDetailProps {
  id: string;
  onClose: () => void;
}

/** One transfer: its lines, why it was posted, and what corrects it. */
export function TransferDetail({ id, onClose }: TransferDetailProps) {
  const query = useQuery({ ...callQuery('transfer', { id }), refetchOnWindowFocus: false });
  useKeys({ Escape: onClose });
  const { data, error } = query;
  if (error instanceof CallError && [400, 404].includes(error.code))
    return <Nothing title={texts.missing} text={texts.missingText} />;
  if (data === undefined)
    return error ? <QueryFailed what={texts.transfer} query={query} /> : <RowsSkeleton rows={6} />;
  return (
    <article aria-label={texts.number(id)}>
      <Head transfer={data} onClose={onClose} />
      <TransferEntries id={id} lines={data.lines} moved={data.moved} />
      <TransferCause transfer={data} />
    </article>
  );
}

function Head({ transfer, onClose }: { transfer: ConsoleData<'transfer'>; onClose: () => void }) {
  const navigate = useNavigate();
  const { id, kind, key, businessDate, postedAt, document, people } = transfer;
  const proposal = people.find((one) => one.proposal !== null)?.proposal ?? null;
  const path = document ? documentPath(document) : proposal && `/proposals/${proposal}`;
  const open = () => path && void navigate(path);
  useKeys(path ? { o: open } : {});
  return (
    <section className={styles.section}>
      <div className={styles.title}>
        <h2>{texts.number(id)}</h2>
        <Tag>{transferKindName(kind)}</Tag>
        <Status shape="ok">{texts.equal}</Status>
        <span className={styles.space} />
        <Button size="small" onClick={onClose}>
          {texts.close}
        </Button>
        {path && (
          <Button size="small" type="primary" onClick={open}>
            {texts.openCause} <kbd>O</kbd>
          </Button>
        )}
      </div>
      <p className={styles.quiet}>
        {texts.posted(momentText(postedAt), businessDate)} · {texts.key} <span className={styles.code}>{key}</span>
      </p>
    </section>
  );
}
