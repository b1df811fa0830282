// Covers published content as every client draws it: a banner with its title, and an agreement's paragraphs and headings.
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { AgreementArticle } from './agreement-article.tsx';
import { BannerImage } from './banner-image.tsx';
import { ContentArticle } from './content-article.tsx';
import { RichTextBox } from './rich-text-box.tsx';

afterEach(cleanup);

const slanted = (line: string) => <i>{line}</i>;

it('a banner is named by its title, and leads where it has a target', () => {
  const { rerender } = render(<BannerImage src="data:," title="三月维护" name="横幅 1/1" href="/detail" />);
  expect(screen.getByRole('link', { name: '三月维护' }).getAttribute('href')).toBe('/detail');
  rerender(<BannerImage src="data:," title={null} name="横幅 1/1" />);
  expect(screen.queryByRole('link')).toBeNull();
  expect(screen.getByRole('img', { name: '横幅 1/1' })).toBeTruthy();
});

it('a banner has what follows a colon on a second line', () => {
  const { rerender } = render(<BannerImage src="data:," title="三月维护：十二日起" name="横幅 1/1" />);
  const lines = () => [...document.querySelectorAll('.caption > span')].map(({ textContent }) => textContent);
  expect(lines()).toEqual(['三月维护', '十二日起']);
  rerender(<BannerImage src="data:," title="三月维护：" name="横幅 1/1" />);
  expect(lines()).toEqual(['三月维护：']);
});

it('an agreement parts its text at blank lines, and the first of several lines is a heading', () => {
  render(<AgreementArticle content={'一、说明\n甲\n乙\n\n再见'} version="版本 1" lineOf={slanted} />);
  expect(screen.getByRole('heading').textContent).toBe('一、说明');
  expect([...document.querySelectorAll('p')].map(({ innerHTML }) => innerHTML)).toEqual([
    '版本 1',
    '<i>甲</i>',
    '<i>乙</i>',
    '<i>再见</i>',
  ]);
});

it('a detail has its title, its time and what is written', () => {
  render(
    <ContentArticle title="三月维护" time="今天">
      <RichTextBox>十二日起</RichTextBox>
    </ContentArticle>,
  );
  expect(screen.getByRole('heading', { name: '三月维护' })).toBeTruthy();
  for (const text of ['今天', '十二日起']) expect(screen.getByText(text)).toBeTruthy();
});
