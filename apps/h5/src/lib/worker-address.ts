/** The only script URLs that the app builds from strings; Trusted Types requires a named policy for them. */
interface Policies {
  createPolicy(
    name: string,
    rules: { createScriptURL: (text: string) => string },
  ): { createScriptURL(text: string): unknown };
}

const files = new Set<string>();
let policy: ReturnType<Policies['createPolicy']> | null = null;

/** The URL of one of the app's workers, trusted where the browser supports Trusted Types. */
export function trustedWorkerUrl(file: string): string {
  const policies = (globalThis as { trustedTypes?: Policies }).trustedTypes;
  if (policies === undefined) return file;
  files.add(file);
  policy ??= policies.createPolicy('lode', {
    createScriptURL(text) {
      if (!files.has(text)) throw new TypeError(`unexpected script URL ${text}; it is none of the app's workers`);
      return text;
    },
  });
  // TypeScript's DOM types do not accept a TrustedScriptURL in place of a string.
  return policy.createScriptURL(file) as string;
}
