import { NoticeStrip } from '@lode/ui';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../lib/api/queries.ts';
import { href } from '../../../lib/routes.ts';
import { contentMessages as messages } from '../../../locales/zh/content.ts';
import { StripPlaceholder } from '../components/strip-placeholder.tsx';

/** The notice strip; its line is reserved, so that the layout does not shift. */
export function HomeStrip() {
  const strip = useQuery(callQuery('noticeStrip', {}, { background: true }));
  if (strip.isPending) return <StripPlaceholder />;
  const notice = strip.data;
  if (!notice) return <NoticeStrip>{strip.isError ? messages.noticeSilent : messages.noNotice}</NoticeStrip>;
  return <NoticeStrip href={href('detail', { id: notice.id, type: 'Notice' })}>{notice.content}</NoticeStrip>;
}
