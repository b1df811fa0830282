/** What the server put into the page for styles that are made while it runs; undefined where there is no policy. */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;

/** antd's parts for dialogs and scroll bars make style elements without asking for the nonce that antd was given. */
export function giveStylesTheNonce(): void {
  if (styleNonce === undefined) return;
  const create = document.createElement.bind(document);
  document.createElement = ((name: string, options?: ElementCreationOptions) => {
    const element = create(name, options);
    if (element instanceof HTMLStyleElement) element.nonce = styleNonce;
    return element;
  }) as typeof document.createElement;
}
