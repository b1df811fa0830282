import type { Demo } from '../../demo/demo.ts';
import { Card } from '../card/card.tsx';
import { Stack } from '../page/page.tsx';
import { Skeleton, SkeletonScreen } from './skeleton.tsx';

export const skeletonDemo: Demo = {
  title: '骨架 Skeleton',
  Show: () => (
    <SkeletonScreen>
      <Card>
        <Stack>
          <Skeleton width="34%" height={32} />
          <Skeleton width="62%" height={64} />
          <Skeleton height={16} />
          <Skeleton width={160} height={64} shape="pill" />
        </Stack>
      </Card>
    </SkeletonScreen>
  ),
};
