import type { Data } from '@lode/contract';
import { ForcedNoticeDialog } from '@lode/ui';
import { RichText } from '../../../components/rich-text/rich-text.tsx';
import { call } from '../../../lib/api/call.ts';
import { isRefusal } from '../../../lib/api/request-error.ts';

const notFound = 404;

/** The notices that must be confirmed. Their text is HTML: with what cleans it, they come in a chunk of their own. */
export function ForcedNotices({
  notices,
  onAllConfirmed,
}: {
  notices: Data<'forcedNoticeList'>;
  onAllConfirmed: () => void;
}) {
  return (
    <ForcedNoticeDialog
      notices={notices.map(({ id, img, content }) => ({ id, img, content: <RichText html={content} /> }))}
      onConfirm={confirm}
      onAllConfirmed={onAllConfirmed}
    />
  );
}

async function confirm(notifyId: string): Promise<boolean> {
  try {
    await call('confirmForcedNotice', { notifyId }, { inlineErrors: [notFound] });
    return true;
  } catch (failure) {
    // Withdrawn or changed meanwhile: these words cannot be confirmed any more, and nobody may be kept before them.
    return isRefusal(failure, notFound);
  }
}
