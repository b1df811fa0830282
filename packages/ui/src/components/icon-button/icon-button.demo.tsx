import type { Demo } from '../../demo/demo.ts';
import { Card } from '../card/card.tsx';
import { IconButton } from './icon-button.tsx';

export const iconButtonDemo: Demo = {
  title: '图标按钮 IconButton',
  Show: () => (
    <Card>
      <IconButton icon="copy" label="复制" />
      <IconButton icon="bell" label="消息" href="#bell" />
    </Card>
  ),
};
