import DOMPurify, { type Config } from 'dompurify';

/** HTML of somebody else as nodes: what is allowed of it, or the words alone where it cannot be cleaned. */
export function cleaned(html: string, allowed: Config): DocumentFragment {
  return tryClean(html, allowed) ?? wordsOf(html);
}

/** Null for what it gives up on: a frameset takes the place of the body that it looks for, and it throws or answers nothing. */
function tryClean(html: string, allowed: Config): DocumentFragment | null {
  // A browser that it cannot defend would get the input back as it is.
  if (!DOMPurify.isSupported) return null;
  try {
    return DOMPurify.sanitize(html, { ...allowed, RETURN_DOM_FRAGMENT: true }) as DocumentFragment | null;
  } catch {
    return null;
  }
}

function wordsOf(html: string): DocumentFragment {
  const words = document.createDocumentFragment();
  words.append(html.replace(/<[^>]*>/g, ' '));
  return words;
}
