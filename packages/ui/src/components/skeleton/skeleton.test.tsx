// Covers the size of skeletons, and one loading announcement per screen.
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Skeleton, SkeletonScreen } from './skeleton.tsx';

afterEach(cleanup);

describe('Skeleton', () => {
  it('has the given size', () => {
    const { container } = render(<Skeleton width="62%" height={64} />);
    const style = container.querySelector('span')?.style;
    expect(style?.getPropertyValue('--w')).toBe('62%');
    expect(style?.getPropertyValue('--h')).toBe('calc(64 * var(--px))');
  });

  it('is announced by its screen', () => {
    render(
      <SkeletonScreen>
        <Skeleton />
      </SkeletonScreen>,
    );
    const status = screen.getByRole('status', { name: '加载中...' });
    expect(status.getAttribute('aria-busy')).toBe('true');
  });
});
