import { Card, Row, Skeleton } from '@lode/ui';

export function RecordsSkeleton() {
  return (
    <Card flush>
      {Array.from({ length: 6 }, (_, i) => (
        <Row
          key={i}
          title={<Skeleton width="50%" height={28} />}
          caption={<Skeleton width="70%" height={24} />}
          value={<Skeleton width={200} height={28} />}
          valueCaption={<Skeleton width={120} height={34} />}
        />
      ))}
    </Card>
  );
}
