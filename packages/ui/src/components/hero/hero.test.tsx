// Proves that the hero holds what it is given; its colours are looked at in pictures.
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Hero, HeroBody } from './hero.tsx';

afterEach(cleanup);

describe('Hero', () => {
  it('holds its body', () => {
    render(
      <Hero>
        <HeroBody>总资产折合</HeroBody>
      </Hero>,
    );
    expect(screen.getByText('总资产折合').parentElement?.className).toBe('hero');
  });
});
