interface PolicyFactory {
  createPolicy(name: 'default', rules: { createHTML(text: string): string }): unknown;
}

/**
 * The page's policy refuses strings as markup. antd writes its styles as the text of `<style>` elements: what holds no `<` makes no
 * element, and is let through; everything else is refused, and scripts always.
 */
export function allowTextOnly(factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes): void {
  factory?.createPolicy('default', {
    createHTML(text) {
      if (text.includes('<')) throw new TypeError('markup from a string is refused');
      return text;
    },
  });
}
