import { lexer, type Token, type Tokens } from 'marked';
import { createElement, Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import { runbookNames, runbookPath } from '../../lib/runbooks.ts';
import styles from './runbooks.module.css';

/** Markdown as elements: of its text nothing becomes markup. */
export const RunbookText = ({ markdown }: { markdown: string }) => (
  <article className={styles.text} lang="en">
    {blocks(lexer(markdown))}
  </article>
);

/** Parts of a text that never changes need no keys. */
const sequence = (parts: readonly ReactNode[]): ReactNode => createElement(Fragment, null, ...parts);
const blocks = (tokens: readonly Token[]): ReactNode => sequence(tokens.map(block));
const inlines = (tokens: readonly Token[] = []): ReactNode => sequence(tokens.map(inline));

function block(token: Token): ReactNode {
  switch (token.type) {
    case 'heading':
      return heading(token as Tokens.Heading);
    case 'paragraph':
      return <p>{inlines(token.tokens)}</p>;
    case 'code':
      return (
        <pre>
          <code>{(token as Tokens.Code).text}</code>
        </pre>
      );
    case 'list':
      return list(token as Tokens.List);
    case 'table':
      return table(token as Tokens.Table);
    case 'blockquote':
      return <blockquote>{blocks(token.tokens ?? [])}</blockquote>;
    case 'text':
      return inline(token);
    case 'space':
      return null;
    default:
      return <p>{token.raw}</p>;
  }
}

function heading({ depth, text, tokens }: Tokens.Heading): ReactNode {
  // The page's own title is the first level.
  const Level = depth === 1 ? 'h2' : depth === 2 ? 'h3' : 'h4';
  return <Level id={slugOf(text)}>{inlines(tokens)}</Level>;
}

function list({ ordered, start, items }: Tokens.List): ReactNode {
  const rows = sequence(items.map(listItem));
  return ordered ? <ol start={start === '' ? 1 : start}>{rows}</ol> : <ul>{rows}</ul>;
}

const listItem = ({ tokens }: Tokens.ListItem): ReactNode => <li>{blocks(tokens)}</li>;

function table({ header, rows }: Tokens.Table): ReactNode {
  return (
    <table>
      <thead>
        <tr>
          {header.map((cell) => (
            <th key={cell.text} scope="col">
              {inlines(cell.tokens)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells) => (
          <tr key={cells.map(({ text }) => text).join('|')}>
            {cells.map((cell, column) => (
              <td key={header[column]?.text}>{inlines(cell.tokens)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function inline(token: Token): ReactNode {
  switch (token.type) {
    case 'strong':
      return <strong>{inlines(token.tokens)}</strong>;
    case 'em':
      return <em>{inlines(token.tokens)}</em>;
    case 'codespan':
      return <code>{(token as Tokens.Codespan).text}</code>;
    case 'link':
      return link(token as Tokens.Link);
    case 'br':
      return <br />;
    case 'text':
      return token.tokens === undefined ? (token as Tokens.Text).text : inlines(token.tokens);
    case 'escape':
      return (token as Tokens.Escape).text;
    default:
      return token.raw;
  }
}

/** Another runbook, or a part of this one; what else the repository has is no page of the console. */
function link({ href, tokens }: Tokens.Link): ReactNode {
  const [, name, part = ''] = /^([a-z-]+)\.md(#[^ ]*)?$/.exec(href) ?? [];
  if (name !== undefined && runbookNames.includes(name))
    return <Link to={`${runbookPath(name)}${part}`}>{inlines(tokens)}</Link>;
  return href.startsWith('#') ? <a href={href}>{inlines(tokens)}</a> : inlines(tokens);
}

/** As the repository's own pages make it of a heading. */
const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
