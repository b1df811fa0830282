/** The only script URL that the app builds from a string; Trusted Types requires a named policy for it. */
interface Policies {
  createPolicy(
    name: string,
    rules: { createScriptURL: (text: string) => string },
  ): { createScriptURL(text: string): unknown };
}

let policy: ReturnType<Policies['createPolicy']> | null = null;

/** The worker's URL, trusted where the browser supports Trusted Types. */
export function trustedWorkerUrl(file: string): string {
  const policies = (globalThis as { trustedTypes?: Policies }).trustedTypes;
  if (policies === undefined) return file;
  policy ??= policies.createPolicy('lode', {
    createScriptURL(text) {
      if (text !== file) throw new TypeError(`unexpected script URL ${text}; only ${file} is allowed`);
      return text;
    },
  });
  // TypeScript's DOM types do not accept a TrustedScriptURL in place of a string.
  return policy.createScriptURL(file) as string;
}
