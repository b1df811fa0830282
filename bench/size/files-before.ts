/** What is read of Vite's manifest. */
export interface Chunk {
  file: string;
  name?: string;
  isEntry?: boolean;
  imports?: string[];
  css?: string[];
  dynamicImports?: string[];
}
export type Manifest = Readonly<Record<string, Chunk>>;

/**
 * Scripts and style sheets that must have come before a page works: those of the app and of the page's chunk, and of all that
 * both import.
 */
export function filesBefore(manifest: Manifest, page: string): { scripts: string[]; styles: string[] } {
  const keyOf = (name: string) => {
    const keys = Object.keys(manifest).filter(
      (key) => manifest[key]?.name === name && manifest[key].file.endsWith('.js'),
    );
    if (keys.length !== 1) throw new Error(`the manifest has ${keys.length} chunks named ${name}`);
    return keys[0] as string;
  };
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const add = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`the manifest has no chunk of ${key}`);
    if (scripts.has(chunk.file)) return;
    scripts.add(chunk.file);
    for (const style of chunk.css ?? []) styles.add(style);
    chunk.imports?.forEach(add);
  };
  add(keyOf('app'));
  add(keyOf(page));
  return { scripts: [...scripts].sort(), styles: [...styles].sort() };
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
