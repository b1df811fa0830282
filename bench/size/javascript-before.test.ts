// Proves that the size of a page counts every script it waits for, and no others; and that smuggled libraries are seen.
import { describe, expect, it } from 'vitest';
import { javascriptBefore, type Manifest, strangersIn } from './javascript-before.ts';

const manifest: Manifest = {
  'index.html': {
    file: 'js/entry.js',
    isEntry: true,
    imports: ['_libraries.js'],
    dynamicImports: ['login.tsx', 'index.tsx'],
  },
  '_libraries.js': { file: 'js/libraries.js' },
  '_shared.js': { file: 'js/shared.js', imports: ['_libraries.js', '_deep.js'] },
  '_deep.js': { file: 'js/deep.js', imports: ['_shared.js'] },
  'login.tsx': { file: 'js/login.js', imports: ['_shared.js'] },
  'index.tsx': { file: 'js/index.js', imports: ['_libraries.js'] },
  'style.css': { file: 'css/style.css' },
};

describe('javascriptBefore', () => {
  it('follows static imports from the entry and the page, also in circles', () => {
    expect(javascriptBefore(manifest, 'login.tsx')).toEqual([
      'js/deep.js',
      'js/entry.js',
      'js/libraries.js',
      'js/login.js',
      'js/shared.js',
    ]);
  });

  it('leaves out what other pages need', () => {
    expect(javascriptBefore(manifest, 'index.tsx')).toEqual(['js/entry.js', 'js/index.js', 'js/libraries.js']);
  });

  it('does not pass a page that was renamed', () => {
    expect(() => javascriptBefore(manifest, 'gone.tsx')).toThrow('gone.tsx');
    expect(() => javascriptBefore({}, 'login.tsx')).toThrow('no entry');
  });
});

describe('strangersIn', () => {
  it('sees what must not be there', () => {
    expect(strangersIn('class uPlot{}')).toEqual(['a chart library']);
    expect(strangersIn('QRErrorCorrectLevel;"antd-mobile"')).toEqual(['a component library of the console']);
    expect(strangersIn('new qrcode()')).toEqual(['a QR library']);
    expect(strangersIn('const vein=1')).toEqual([]);
    expect(strangersIn('import("./when-Dzod-054.js");const a="css/page-antdQ_12.css"')).toEqual([]);
  });
});
