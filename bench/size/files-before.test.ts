// Proves that the size of a page counts every script and style sheet it waits for, and no others; and that smuggled libraries are
// seen.
import { describe, expect, it } from 'vitest';
import { filesBefore, type Manifest, strangersIn } from './files-before.ts';

const manifest: Manifest = {
  '_app.js': {
    file: 'js/app.js',
    name: 'app',
    imports: ['_libraries.js'],
    css: ['css/app.css'],
    dynamicImports: ['_login.js', '_home.js', 'other.tsx'],
  },
  '_libraries.js': { file: 'js/libraries.js', name: 'libraries' },
  '_shared.js': { file: 'js/shared.js', imports: ['_libraries.js', '_deep.js'], css: ['css/shared.css'] },
  '_deep.js': { file: 'js/deep.js', imports: ['_shared.js'], css: ['css/deep.css', 'css/app.css'] },
  '_login.js': { file: 'js/login.js', name: 'login', imports: ['_shared.js'] },
  '_home.js': { file: 'js/home.js', name: 'home', imports: ['_libraries.js'], css: ['css/home.css'] },
  'other.tsx': { file: 'js/other.js', name: 'other', css: ['css/other.css'] },
  '_app.css': { file: 'css/app.css', name: 'app' },
};

describe('filesBefore', () => {
  it('follows static imports from the app and the page, also in circles', () => {
    expect(filesBefore(manifest, 'login')).toEqual({
      scripts: ['js/app.js', 'js/deep.js', 'js/libraries.js', 'js/login.js', 'js/shared.js'],
      styles: ['css/app.css', 'css/deep.css', 'css/shared.css'],
    });
  });

  it('leaves out what other pages need', () => {
    expect(filesBefore(manifest, 'home')).toEqual({
      scripts: ['js/app.js', 'js/home.js', 'js/libraries.js'],
      styles: ['css/app.css', 'css/home.css'],
    });
  });

  it('does not pass a page that was renamed', () => {
    expect(() => filesBefore(manifest, 'gone')).toThrow('0 chunks named gone');
    expect(() => filesBefore({}, 'login')).toThrow('0 chunks named app');
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
