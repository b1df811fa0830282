import type { CSSProperties, ReactNode } from 'react';
import { classes } from '../../lib/classes.ts';
import { zh } from '../../locale/zh.ts';
import styles from './skeleton.module.css';

/** A placeholder block; numbers are design pixels, text is CSS. */
export function Skeleton({
  width = '100%',
  height = 32,
  shape = 'block',
}: {
  width?: number | string;
  height?: number | string;
  shape?: 'block' | 'pill' | 'control' | 'card';
}) {
  const size = { '--w': length(width), '--h': length(height) } as CSSProperties;
  return <span className={classes(styles.skeleton, styles[shape])} style={size} />;
}

/** Groups the skeletons of a screen and announces loading once. */
export function SkeletonScreen({ children }: { children: ReactNode }) {
  return (
    <div role="status" aria-busy="true" aria-label={zh.loading}>
      {children}
    </div>
  );
}

function length(value: number | string): string {
  return typeof value === 'number' ? `calc(${value} * var(--px))` : value;
}
