/** One environment variable, declared once: the code reads it through its declaration, docs/operations.md is made of it. */
export interface Variable {
  /** One line, for operators. */
  summary: string;
  /** The value when it is not set. */
  default?: string;
  /** What it means when it is not set and there is no fixed value. */
  otherwise?: string;
}

export type Variables = Readonly<Record<string, Variable>>;
export type Environment = Record<string, string | undefined>;

type Given<V> = V extends { default: string } ? string : string | null;

/** Reads declared variables only. An empty one counts as not set: a shell script has left it so. */
export function environmentReader<const V extends Variables>(variables: V, environment: Environment) {
  return <Name extends keyof V & string>(name: Name): Given<V[Name]> =>
    (environment[name]?.trim() || variables[name]?.default || null) as Given<V[Name]>;
}
