// Covers a card with a title and a card that is a link.
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Card, GroupTitle, Rule } from './card.tsx';

afterEach(cleanup);

describe('Card', () => {
  it('is a region named by its title', () => {
    render(
      <Card title="托管信息">
        <Rule />
      </Card>,
    );
    expect(screen.getByRole('region', { name: '托管信息' })).toBeTruthy();
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('托管信息');
  });

  it('is one link around its content', () => {
    render(<Card href="/devices_detail?id=7">Antminer S19 XP</Card>);
    expect(screen.getByRole('link', { name: 'Antminer S19 XP' }).getAttribute('href')).toBe('/devices_detail?id=7');
  });
});

describe('GroupTitle', () => {
  it('shows a total only when given', () => {
    const { container, rerender } = render(<GroupTitle trailing="合计 1">2026-11-19</GroupTitle>);
    expect(container.textContent).toBe('2026-11-19合计 1');
    rerender(<GroupTitle>2026-11-19</GroupTitle>);
    expect(container.textContent).toBe('2026-11-19');
  });
});
