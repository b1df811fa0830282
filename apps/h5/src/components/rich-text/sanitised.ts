import DOMPurify, { type Config } from 'dompurify';

/** Returns sanitised HTML as nodes, or its plain text when it cannot be sanitised. */
export function sanitised(html: string, allowed: Config): DocumentFragment {
  return trySanitise(html, allowed) ?? plainTextOf(html);
}

/** Null when DOMPurify fails: a frameset replaces the body that it expects. */
function trySanitise(html: string, allowed: Config): DocumentFragment | null {
  // An unsupported browser would get the input back unchanged.
  if (!DOMPurify.isSupported) return null;
  try {
    return DOMPurify.sanitize(html, { ...allowed, RETURN_DOM_FRAGMENT: true }) as DocumentFragment | null;
  } catch {
    return null;
  }
}

function plainTextOf(html: string): DocumentFragment {
  const text = document.createDocumentFragment();
  text.append(html.replace(/<[^>]*>/g, ' '));
  return text;
}
