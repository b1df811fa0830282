import { useState } from 'react';
import type { Demo } from '../../demo/demo.ts';
import { Button } from '../button/button.tsx';
import { ActionSheet, Sheet } from './sheet.tsx';

function Show() {
  const [open, setOpen] = useState<'menu' | 'sheet' | null>(null);
  const [type, setType] = useState('all');
  const close = () => setOpen(null);
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen('menu')}>
        操作菜单
      </Button>
      <Button variant="quiet" onClick={() => setOpen('sheet')}>
        底部面板
      </Button>
      <ActionSheet
        open={open === 'menu'}
        title="筛选类型"
        value={type}
        items={[
          { value: 'all', label: '全部类型' },
          { value: 'recharge', label: '电费充值' },
          { value: 'consume', label: '电费扣除' },
          { value: 'other', label: '其他' },
        ]}
        onSelect={setType}
        onClose={close}
      />
      <Sheet open={open === 'sheet'} title="筛选矿机" onClose={close}>
        面板的内容，长了可以滚动。
      </Sheet>
    </>
  );
}

export const sheetDemo: Demo = { title: '底部面板 ActionSheet · Sheet', Show };
