/** The part of solc-js that is used here; the package brings no types. */
declare module 'solc' {
  const solc: { compile(input: string): string; version(): string };
  export default solc;
}
