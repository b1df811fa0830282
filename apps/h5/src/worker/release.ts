/** A build's files; the build writes it into the worker. */
export interface Release {
  /** Changes whenever a file does. */
  name: string;
  /** Files with stable names: the page, icons. */
  shell: readonly string[];
  /** Files with a content hash in the name. */
  assets: readonly string[];
  /** Files of the previous release only, for pages that are still open. */
  previous: readonly string[];
}
