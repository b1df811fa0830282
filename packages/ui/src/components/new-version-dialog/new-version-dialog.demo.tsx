import { useEffect, useState } from 'react';
import type { Demo } from '../../demo/demo.ts';
import { Button } from '../button/button.tsx';
import { type DownloadStatus, NewVersionDialog } from './new-version-dialog.tsx';

type Shown = 'usual' | 'forced' | 'dev';

function Show() {
  const [shown, setShown] = useState<Shown | null>(null);
  const [status, setStatus] = useState<DownloadStatus>(1);
  useEffect(() => {
    if (shown === null) return;
    const timer = setTimeout(() => setStatus(3), 1500);
    return () => clearTimeout(timer);
  }, [shown]);
  const open = (which: Shown) => {
    setStatus(1);
    setShown(which);
  };
  const close = () => setShown(null);
  return (
    <>
      <Button variant="quiet" onClick={() => open('usual')}>
        新版本
      </Button>
      <Button variant="quiet" onClick={() => open('forced')}>
        必须更新
      </Button>
      <Button variant="quiet" onClick={() => open('dev')}>
        开发环境
      </Button>
      <NewVersionDialog
        open={shown !== null}
        version="1.4.2.0"
        status={status}
        isForced={shown === 'forced'}
        hasClose={shown === 'dev'}
        onUpdate={close}
        onClose={close}
      >
        <p>1. 产出可按矿机、日期筛选；</p>
        <p>2. 电费明细可查每一笔的度数与单价；</p>
        <p>3. 修复已知问题。</p>
      </NewVersionDialog>
    </>
  );
}

export const newVersionDialogDemo: Demo = { title: '新版本 NewVersionDialog', Show };
