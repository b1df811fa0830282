/** What is read of Vite's manifest. */
export interface Chunk {
  file: string;
  isEntry?: boolean;
  imports?: string[];
  dynamicImports?: string[];
}
export type Manifest = Readonly<Record<string, Chunk>>;

/** Script files that must have come before a page works: the entry, the page's chunk, and all that both import. */
export function javascriptBefore(manifest: Manifest, pageSource: string): string[] {
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry);
  if (entry === undefined) throw new Error('the manifest has no entry');
  const files = new Set<string>();
  const add = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`the manifest has no chunk of ${key}`);
    if (files.has(chunk.file)) return;
    if (chunk.file.endsWith('.js')) files.add(chunk.file);
    chunk.imports?.forEach(add);
  };
  add(entry);
  add(pageSource);
  return [...files].sort();
}

/** Libraries that have no place before these pages, by marks that survive minifying. */
const strangers: Readonly<Record<string, RegExp>> = {
  'a chart library': /uplot|echarts|chart\.js|highcharts|d3-(shape|scale)/i,
  'a QR library': /qrcode|QRErrorCorrection/i,
  'a component library of the console': /ant-design|antd/i,
  'a schema library': /TypeBox|zod/i,
};

/** Names of chunks end in a hash, which spells any short word some day. */
const chunkName = /[\w.-]+-[\w-]{8}\.(?:js|css)/g;

/** Which of them a script contains. */
export function strangersIn(script: string): string[] {
  const text = script.replaceAll(chunkName, '');
  return Object.keys(strangers).filter((name) => strangers[name]?.test(text));
}
