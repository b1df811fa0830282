// Covers the empty, failed and offline states.
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Empty, ErrorState, OfflineBanner } from './page-state.tsx';

afterEach(cleanup);

describe('Empty', () => {
  it('explains how data appears, with a link', () => {
    render(<Empty title="还没有产出" hint="次日 14:00 起" action={{ label: '查看矿机', href: '/devices' }} />);
    expect(screen.getByRole('heading').textContent).toBe('还没有产出');
    expect(screen.getByText('次日 14:00 起')).toBeTruthy();
    expect(screen.getByRole('link', { name: '查看矿机' })).toBeTruthy();
  });
});

describe('ErrorState', () => {
  it('reports the failure and retries', () => {
    const retry = vi.fn<() => void>();
    render(<ErrorState onRetry={retry} />);
    expect(screen.getByText('服务器暂时没有回应，您的资产不受影响')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: '重试' }));
    expect(retry).toHaveBeenCalledTimes(1);
  });
});

describe('OfflineBanner', () => {
  it('shows the time of the data in Shanghai', () => {
    render(<OfflineBanner since="2026-11-20T07:42:00Z" />);
    expect(screen.getByRole('status').textContent).toBe('网络已断开 · 显示的是 15:42 的数据，联网后自动更新');
  });

  it('omits an unknown time', () => {
    render(<OfflineBanner since={null} />);
    expect(screen.getByRole('status').textContent).toBe('网络已断开');
  });
});
