import { Card, Skeleton } from '@lode/ui';

export function SecondFactorSkeleton() {
  return (
    <Card>
      <Skeleton width="100%" height={96} />
      <Skeleton width="100%" height={96} />
    </Card>
  );
}
