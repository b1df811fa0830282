import { RichTextBox } from '@lode/ui';
import { createElement, type ReactNode } from 'react';
import type { PhoneMessage } from './phone-message.ts';

type Piece = NonNullable<PhoneMessage['shown']['body']>[number];
interface Element {
  piece: Piece;
  children: ReactNode[];
}

/** As the customers' client shows it: only its tags, links that lead to sites, images of this origin. */
const tags =
  'h1 h2 h3 h4 p br hr pre ul ol li blockquote table thead tbody tr th td b strong i em u s span code a img'.split(' ');
const empty = ['br', 'hr', 'img'];

/** Elements of pieces, in their order. */
export function RichText({ body }: { body: readonly Piece[] }) {
  const open: Element[] = [{ piece: { of: 'OPEN', value: 'div' }, children: [] }];
  const here = (): Element => open.at(-1) as Element;
  for (const [n, piece] of body.entries()) {
    if (piece.of === 'TEXT') here().children.push(piece.value);
    else if (piece.of === 'OPEN') open.push({ piece, children: [] });
    else if (open.length > 1) {
      const { piece: opened, children } = open.pop() as Element;
      here().children.push(elementOf(opened, children, n));
    }
  }
  return <RichTextBox>{open[0]?.children}</RichTextBox>;
}

function elementOf({ value, href, src, alt }: Piece, children: ReactNode[], key: number): ReactNode {
  if (!tags.includes(value)) return children;
  if (value === 'img') return <img key={key} src={src} alt={alt ?? ''} />;
  if (value === 'a') {
    return (
      <a key={key} href={href}>
        {children}
      </a>
    );
  }
  return empty.includes(value) ? createElement(value, { key }) : createElement(value, { key }, ...children);
}
