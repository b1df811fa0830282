/** A cell: words, a figure written exactly, or nothing. */
export type Cell = { text: string } | { figure: string } | null;

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageNamespace = 'http://schemas.openxmlformats.org/package/2006';
const spreadsheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Cell formats by number: plain, six decimals, eight decimals. */
const formats = ['General', '0.000000', '0.00000000'] as const;

export const sheetStart = `${declaration}<worksheet xmlns="${main}"><sheetData>`;
export const sheetEnd = '</sheetData></worksheet>';

/** Everything but the sheets: what makes a workbook of them. `shared` are the texts that rows point at by their place. */
export function packageParts(
  sheetNames: readonly string[],
  shared: readonly string[] = [],
): { path: string; xml: string }[] {
  const sheets = sheetNames.map((name, index) => ({ name, id: index + 1 }));
  const others = ['styles', 'sharedStrings'].map((part, index) => ({ part, id: sheets.length + 1 + index }));
  const part = (path: string, xml: string) => ({ path, xml: declaration + xml });
  return [
    part(
      '[Content_Types].xml',
      `<Types xmlns="${packageNamespace}/content-types">` +
        `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
        `<Default Extension="xml" ContentType="application/xml"/>` +
        typeOf('/xl/workbook.xml', 'sheet.main') +
        others.map((other) => typeOf(`/xl/${other.part}.xml`, other.part)).join('') +
        sheets.map(({ id }) => typeOf(`/xl/worksheets/sheet${id}.xml`, 'worksheet')).join('') +
        '</Types>',
    ),
    part('_rels/.rels', relationshipsOf([{ id: 1, kind: 'officeDocument', target: 'xl/workbook.xml' }])),
    part(
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>` +
        sheets.map(({ name, id }) => `<sheet name="${escaped(name)}" sheetId="${id}" r:id="rId${id}"/>`).join('') +
        '</sheets></workbook>',
    ),
    part(
      'xl/_rels/workbook.xml.rels',
      relationshipsOf([
        ...sheets.map(({ id }) => ({ id, kind: 'worksheet', target: `worksheets/sheet${id}.xml` })),
        ...others.map((other) => ({ id: other.id, kind: other.part, target: `${other.part}.xml` })),
      ]),
    ),
    part('xl/styles.xml', styles()),
    part(
      'xl/sharedStrings.xml',
      `<sst xmlns="${main}" uniqueCount="${shared.length}">` +
        shared.map((text) => `<si><t>${escaped(text)}</t></si>`).join('') +
        '</sst>',
    ),
  ];
}

function typeOf(path: string, kind: string): string {
  return `<Override PartName="${path}" ContentType="${spreadsheetType}.${kind}+xml"/>`;
}

function relationshipsOf(targets: readonly { id: number; kind: string; target: string }[]): string {
  const each = targets.map(
    ({ id, kind, target }) => `<Relationship Id="rId${id}" Type="${relations}/${kind}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${packageNamespace}/relationships">${each.join('')}</Relationships>`;
}

function styles(): string {
  const [, ...own] = formats;
  const firstOwn = 164;
  return (
    `<styleSheet xmlns="${main}">` +
    `<numFmts count="${own.length}">${own.map((code, index) => `<numFmt numFmtId="${firstOwn + index}" formatCode="${code}"/>`).join('')}</numFmts>` +
    '<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>' +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    `<cellXfs count="${formats.length}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>` +
    own
      .map(
        (_, index) =>
          `<xf numFmtId="${firstOwn + index}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
      )
      .join('') +
    '</cellXfs></styleSheet>'
  );
}

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** At most 26 cells. A text is typed as one, so that it runs nothing; one of `sharedIndex` stands as its place there. */
export function sheetRow(
  number: number,
  cells: readonly Cell[],
  sharedIndex: ReadonlyMap<string, number> = new Map(),
): string {
  const each = cells.map((cell, column) => sheetCell(`${letters[column]}${number}`, cell, sharedIndex));
  return `<row r="${number}">${each.join('')}</row>`;
}

function sheetCell(place: string, cell: Cell, sharedIndex: ReadonlyMap<string, number>): string {
  if (cell === null) return '';
  if ('figure' in cell && isKeptExactly(cell.figure)) {
    return `<c r="${place}" s="${formatOf(cell.figure)}"><v>${cell.figure}</v></c>`;
  }
  const text = 'figure' in cell ? cell.figure : cell.text;
  const index = sharedIndex.get(text);
  if (index !== undefined) return `<c r="${place}" t="s"><v>${index}</v></c>`;
  return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
}

/** A spreadsheet keeps fifteen significant digits of a number. A figure with more goes in as text, whole. */
export function isKeptExactly(figure: string): boolean {
  const digits = figure.replace('-', '');
  const shortest = digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits;
  return shortest.replace('.', '').replace(/^0+/, '').length <= 15;
}

function formatOf(figure: string): number {
  const decimals = figure.split('.')[1]?.length ?? 0;
  return decimals === 8 ? 2 : decimals === 6 ? 1 : 0;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  // XML has no way to write most control characters.
  return text
    .replace(/[&<>"]/g, (sign) => entities[sign] ?? '')
    .replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');
}
