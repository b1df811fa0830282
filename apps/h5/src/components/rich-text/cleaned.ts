import DOMPurify, { type Config } from 'dompurify';

/** Returns sanitised HTML as nodes, or its plain text when it cannot be sanitised. */
export function cleaned(html: string, allowed: Config): DocumentFragment {
  return tryClean(html, allowed) ?? wordsOf(html);
}

/** Null when DOMPurify fails: a frameset replaces the body that it expects. */
function tryClean(html: string, allowed: Config): DocumentFragment | null {
  // An unsupported browser would get the input back unchanged.
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
