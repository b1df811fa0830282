/** A list as its route walks it: newest first, from the cursor of the page before. */
export interface List<Row, Cursor> {
  title: string;
  read(after: Cursor | null): Promise<Row[]>;
  cursorOf(row: Row): Cursor;
}

export const pageSize = 20;
/** Pages of one sample: one page alone takes less than the clock's grain and the machine's moods. */
const pagesPerSample = 50;

export interface PageTimes {
  first: number[];
  deep: number[];
  random: number[];
}

/**
 * Walks to `measuredPage` by cursor, then reads in turn the first page, that one and random pages in between, and tells
 * the milliseconds of one page in each sample.
 */
export async function measurePages<Row, Cursor>(
  list: List<Row, Cursor>,
  { measuredPage, samples }: { measuredPage: number; samples: number },
): Promise<PageTimes> {
  const cursors = await walk(list, measuredPage);
  const places = {
    first: () => null,
    deep: () => cursors[measuredPage - 2] as Cursor,
    random: () => cursors[Math.floor(Math.random() * cursors.length)] as Cursor,
  };
  const times: PageTimes = { first: [], deep: [], random: [] };
  for (let sample = 0; sample < samples; sample++)
    for (const place of ['first', 'deep', 'random'] as const) times[place].push(await timePages(list, places[place]));
  return times;
}

/** The cursor behind each page. A row that came twice or a page that is short would be a broken list. */
async function walk<Row, Cursor>(
  { title, read, cursorOf }: List<Row, Cursor>,
  measuredPage: number,
): Promise<Cursor[]> {
  const cursors: Cursor[] = [];
  let after: Cursor | null = null;
  for (let page = 1; page < measuredPage; page++) {
    const rows: Row[] = await read(after);
    if (rows.length < pageSize) throw new Error(`${title} ends on page ${page}`);
    const last = cursorOf(rows[pageSize - 1] as Row);
    if (JSON.stringify(last) === JSON.stringify(after)) throw new Error(`${title} does not move on page ${page}`);
    cursors.push(last);
    after = last;
  }
  return cursors;
}

async function timePages<Row, Cursor>(list: List<Row, Cursor>, place: () => Cursor | null): Promise<number> {
  const start = performance.now();
  for (let page = 0; page < pagesPerSample; page++) await list.read(place());
  return (performance.now() - start) / pagesPerSample;
}
