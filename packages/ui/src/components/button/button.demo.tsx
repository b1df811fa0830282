import { useState } from 'react';
import type { Demo } from '../../demo/demo.ts';
import { Card } from '../card/card.tsx';
import { Stack } from '../page/page.tsx';
import { toast } from '../toast/toast-store.ts';
import { Button } from './button.tsx';

function Show() {
  const [taps, setTaps] = useState(0);
  return (
    <Card>
      <Stack>
        <Button block onClick={() => setTaps(taps + 1)}>
          充值（{taps}）
        </Button>
        <Button block variant="line">
          提现
        </Button>
        <Button block variant="dark">
          去充值
        </Button>
        <Button block variant="quiet" icon="check">
          已知晓
        </Button>
        <Button block variant="danger">
          确认关机
        </Button>
        <Button block busy>
          确认中
        </Button>
        <Button block softDisabled onClick={() => toast('请先勾选', { icon: 'info' })}>
          我已知晓
        </Button>
        <Button block disabled>
          不可用
        </Button>
        <Button size="s" variant="dark">
          重试
        </Button>
      </Stack>
    </Card>
  );
}

export const buttonDemo: Demo = { title: '按钮 Button', Show };
