// Covers the content of a hero; pictures cover its colours.
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Hero, HeroBody } from './hero.tsx';

afterEach(cleanup);

describe('Hero', () => {
  it('renders its body', () => {
    render(
      <Hero>
        <HeroBody>总资产折合</HeroBody>
      </Hero>,
    );
    expect(screen.getByText('总资产折合').parentElement?.className).toBe('hero');
  });
});
