import DOMPurify, { type Config } from 'dompurify';

/** HTML of somebody else as nodes: what is allowed of it, or the words alone where it cannot be cleaned. */
export function cleaned(html: string, allowed: Config): DocumentFragment {
  try {
    // A browser that it cannot defend would get the input back as it is.
    if (DOMPurify.isSupported) return DOMPurify.sanitize(html, { ...allowed, RETURN_DOM_FRAGMENT: true });
  } catch {
    // Such as a frameset, which takes the place of the body that it looks for.
  }
  const words = document.createDocumentFragment();
  words.append(html.replace(/<[^>]*>/g, ' '));
  return words;
}
