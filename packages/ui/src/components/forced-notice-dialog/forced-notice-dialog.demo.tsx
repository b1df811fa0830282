import { useState } from 'react';
import type { Demo } from '../../demo/demo.ts';
import { Button } from '../button/button.tsx';
import { ForcedNoticeDialog } from './forced-notice-dialog.tsx';

const notices = [
  {
    id: '1',
    img: null,
    content: (
      <>
        <h2>乐山二期停电检修通知</h2>
        <p>11 月 25 日 02:00–06:00，乐山二期因电网例行检修停电。期间矿机暂停产出，也不计电费。</p>
      </>
    ),
  },
  { id: '2', img: null, content: <p>自 12 月 1 日起，充值 BTC 需 3 个确认后入账。</p> },
];

function Show() {
  const [opening, setOpening] = useState<number | null>(null);
  return (
    <>
      <Button variant="quiet" onClick={() => setOpening((opening ?? 0) + 1)}>
        两条强制公告
      </Button>
      {opening !== null && (
        <ForcedNoticeDialog
          key={opening}
          notices={notices}
          onConfirm={async () => true}
          onAllConfirmed={() => undefined}
        />
      )}
    </>
  );
}

export const forcedNoticeDialogDemo: Demo = { title: '强制公告 ForcedNoticeDialog', Show };
