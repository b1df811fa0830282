import { useState } from 'react';
import type { Demo } from '../../demo/demo.ts';
import { Button } from '../button/button.tsx';
import { Modal } from './modal.tsx';

function Show() {
  const [open, setOpen] = useState<'ask' | 'tell' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen('ask')}>
        确认弹窗
      </Button>
      <Button variant="quiet" onClick={() => setOpen('tell')}>
        说明弹窗
      </Button>
      <Modal
        open={open === 'ask'}
        title="确认关机？"
        cancelText="取消"
        confirmText="确认关机"
        onCancel={close}
        onConfirm={close}
      >
        关机后 LS2-03-1182 不再产出，也不再产生电费。按昨日数据，每天少收 0.00004732 BTC，少付 4.21 USDT 电费。
      </Modal>
      <Modal
        open={open === 'tell'}
        title="保本币价"
        confirmText="知道了"
        onConfirm={close}
        onCancel={close}
        isMaskClosable
      >
        按最近一个已结算日计：当天电费 ÷ 当天产出。
      </Modal>
    </>
  );
}

export const modalDemo: Demo = { title: '弹窗 Modal', Show };
