/** The one script address that this app ever makes from a string; under Trusted Types it must come from a named policy. */
interface Policies {
  createPolicy(
    name: string,
    rules: { createScriptURL: (text: string) => string },
  ): { createScriptURL(text: string): unknown };
}

let policy: ReturnType<Policies['createPolicy']> | null = null;

/** The address of the worker as the browser wants it: trusted, where it knows of trust. */
export function workerAddress(file: string): string {
  const policies = (globalThis as { trustedTypes?: Policies }).trustedTypes;
  if (policies === undefined) return file;
  policy ??= policies.createPolicy('lode', {
    createScriptURL(text) {
      if (text !== file) throw new TypeError(`${text} is no script of ours`);
      return text;
    },
  });
  // The library of types does not know that a trusted address is taken where a text is.
  return policy.createScriptURL(file) as string;
}
