import type { Demo } from '../../demo/demo.ts';
import { Card } from '../card/card.tsx';
import { Tag } from './tag.tsx';

export const tagDemo: Demo = {
  title: '标签 Tag',
  Show: () => (
    <Card>
      <Tag>节点自算</Tag> <Tag gold>VIP</Tag>
    </Card>
  ),
};
