/** What was built together. The build writes it into the worker. */
export interface Release {
  /** Changes whenever a file does. */
  name: string;
  /** Files whose names stay the same from release to release: the page itself, the theme's script, icons. */
  shell: readonly string[];
  /** Files with a hash of their content in the name. */
  assets: readonly string[];
  /** Those of the release before that are not in this one: pages that are still open ask for them. */
  previous: readonly string[];
}
