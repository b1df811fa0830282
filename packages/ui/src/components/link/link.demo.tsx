import type { Demo } from '../../demo/demo.ts';
import { Card } from '../card/card.tsx';
import { MoreLink, TextLink } from './link.tsx';

export const linkDemo: Demo = {
  title: '链接 MoreLink · TextLink',
  Show: () => (
    <Card>
      <MoreLink href="#link">全部</MoreLink>
      <br />
      <TextLink href="#link">忘记密码？</TextLink>
    </Card>
  ),
};
