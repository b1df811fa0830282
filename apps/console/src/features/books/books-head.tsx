import { Segmented } from 'antd';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { PageHead } from '../../components/page-head.tsx';
import { booksTexts as texts } from '../../locales/zh/books.ts';

const pages = [
  { value: '/ledger', label: texts.ledger },
  { value: '/ledger/trial-balance', label: texts.trialBalance },
  { value: '/ledger/reconciliation', label: texts.reconciliation },
  { value: '/ledger/month', label: texts.month },
];

/** Title, and the way between the pages of the books. */
export function BooksHead({ page, children }: { page: string; children?: ReactNode }) {
  const navigate = useNavigate();
  return (
    <PageHead title={texts.title}>
      <Segmented aria-label={texts.views} value={page} options={pages} onChange={(path) => void navigate(path)} />
      {children}
    </PageHead>
  );
}
