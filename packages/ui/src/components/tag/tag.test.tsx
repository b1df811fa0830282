// Covers the text of a tag.
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Tag } from './tag.tsx';

afterEach(cleanup);

describe('Tag', () => {
  it('shows its text, gold or not', () => {
    render(<Tag gold>VIP</Tag>);
    expect(screen.getByText('VIP').className).toContain('gold');
  });
});
