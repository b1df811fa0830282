import type { Demo } from '../../demo/demo.ts';
import { Button } from '../button/button.tsx';
import { Stack } from '../page/page.tsx';
import { Alert } from './alert.tsx';

export const alertDemo: Demo = {
  title: '提示 Alert',
  Show: () => (
    <Stack gap={2}>
      <Alert>矿机正在封装，完成后由机房启动</Alert>
      <Alert tone="warn">
        电费只够 <b>3 天</b>，请尽快充值
      </Alert>
      <Alert tone="bad">
        电费已用尽，欠 <b>12.40 USDT</b>，矿机将于 21:06 停机
      </Alert>
      <Alert
        tone="good"
        action={
          <Button variant="surface" size="s">
            复算
          </Button>
        }
      >
        本机复算一致，用时 2 毫秒
      </Alert>
    </Stack>
  ),
};
