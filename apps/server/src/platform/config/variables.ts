import { SecretRefused, secretSetting } from '@lode/signing';
import { ConfigError } from './config-error.ts';

/** One environment variable, declared once: the code reads it through its declaration, docs/operations.md is made of it. */
export interface Variable {
  /** One line, for operators. */
  summary: string;
  /** The value when it is not set. */
  default?: string;
  /** What it means when it is not set and there is no fixed value. */
  otherwise?: string;
  /** It may stand in a file, which NAME_FILE names. */
  isSecret?: boolean;
}

export type Variables = Readonly<Record<string, Variable>>;
export type Environment = Record<string, string | undefined>;

type Given<V> = V extends { default: string } ? string : string | null;

/** Reads declared variables only, secrets also from files. An empty one counts as not set: a shell script has left it so. */
export function environmentReader<const V extends Variables>(variables: V, environment: Environment) {
  return <Name extends keyof V & string>(name: Name): Given<V[Name]> =>
    ((variables[name]?.isSecret ? readSecret(environment, name) : environment[name]?.trim()) ||
      variables[name]?.default ||
      null) as Given<V[Name]>;
}

/** Throws `ConfigError` when the file of a secret is missing, open to others or given beside the secret. */
export function readSecret(environment: Environment, name: string): string | null {
  try {
    return secretSetting(environment, name);
  } catch (error) {
    if (error instanceof SecretRefused) throw new ConfigError(error.message, { cause: error });
    throw error;
  }
}
