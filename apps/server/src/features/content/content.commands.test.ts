// What staff does with content: files in, under two names; a wrong file is refused with every reason and changes nothing;
// the same again changes nothing; customers of the running server see it at once.
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { addStaff, runCommand } from '../../testing/commands.ts';
import { smallPicture } from '../../testing/pictures.ts';

let app: TestApp;
/** Not to be published: only what stands in the folder inside is. */
let outside: string;
let folder: string;
beforeAll(async () => {
  app = await startTestApp();
  await addStaff(app);
  outside = await mkdtemp(join(tmpdir(), 'content-'));
  folder = join(outside, 'inside');
  await mkdir(folder);
  await writeFile(join(outside, 'secret.html'), '<p>secret</p>');
  await symlink(join(outside, 'secret.html'), join(folder, 'way-out.html'));
  await mkdir(join(folder, 'folder.html'));
  await writeFile(join(folder, 'image.png'), smallPicture);
  await writeFile(join(folder, 'image.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(folder, 'detail.html'), '\uFEFF<h2>一</h2><p onclick="x()">二</p>');
});
afterAll(async () => {
  await app.stop();
  await rm(outside, { recursive: true });
});
beforeEach(async () => {
  await app.owner.query({ text: `delete from content_revision where created_by <> 'start'` });
});

const two = '--by admin --approved-by approver --reason test';

async function file(content: object | string): Promise<string> {
  const path = join(folder, 'content.json');
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

function ops(line: string) {
  const [name = '', ...args] = line.split(' ');
  const command = app.slices.content.opsCommands[name];
  if (!command) throw new Error(`no command ${name}`);
  return runCommand(app, command, args.join(' '));
}

const count = async () => (await app.database.query({ text: 'select from content_revision' })).rowCount;
const banner = { kind: 'banner', name: 'spring', title: '春', htmlFile: 'detail.html', image: 'image.png', order: 1 };

describe('publishing a file', () => {
  it('shows it, sanitised, and tells what was taken out', async () => {
    const path = await file({ ...banner, audience: 'all' });
    const { exit, printed } = await ops(`content:publish --file ${path} ${two}`);
    expect({ exit, printed }).toEqual({
      exit: 0,
      printed: [expect.stringMatching(/^published: \d+, shown from 2026-03-10T04:00:00.000Z, without <p onclick>$/)],
    });
    const [shown] = await app.data('bannerList', {});
    const { title, content } = await app.data('bannerDetail', { id: shown?.id ?? '' });
    expect({ title, content }).toEqual({ title: '春', content: '<h2>一</h2><p>二</p>' });
  });

  it('again changes nothing, and changed words take their place', async () => {
    await ops(`content:publish --file ${await file(banner)} ${two}`);
    const before = await count();
    app.clock.advance({ hours: 1 });
    const again = await ops(`content:publish --file ${await file(banner)} ${two}`);
    expect(again.printed).toEqual([expect.stringMatching(/^published already as \d+: nothing changed$/)]);
    expect([again.exit, await count()]).toEqual([0, before]);
    await ops(`content:publish --file ${await file({ ...banner, order: 2 })} ${two}`);
    expect(await count()).toBe((before ?? 0) + 1);
    expect(await app.data('bannerList', {})).toHaveLength(1);
  });

  it('many times at once publishes once', async () => {
    const path = await file(banner);
    const results = await Promise.all(Array.from({ length: 5 }, () => ops(`content:publish --file ${path} ${two}`)));
    expect(results.map(({ exit }) => exit)).toEqual([0, 0, 0, 0, 0]);
    expect(results.filter(({ printed }) => printed[0]?.startsWith('published:'))).toHaveLength(1);
  });

  it('of a version and of an agreement', async () => {
    const version = await file({ kind: 'version', name: '1.4.2.0', html: '<p>新</p>', force: true });
    expect((await ops(`content:publish --file ${version} ${two}`)).exit).toBe(0);
    expect(await app.data('appVersion', { appType: 'ANDROID', versionNo: '1.0.0.0' })).toMatchObject({ isForce: true });
    const text = { kind: 'agreement', name: 'user_ys', version: '2', title: '隐私政策', text: '一\n\n二' };
    expect((await ops(`content:publish --file ${await file(text)} ${two}`)).exit).toBe(0);
    const other = await ops(`content:publish --file ${await file({ ...text, text: '三' })} ${two}`);
    expect(other).toMatchObject({ exit: 1, failed: [expect.stringContaining('2 of user_ys was published before')] });
    expect((await app.data('agreement', { key: 'user_ys' })).content).toBe('一\n\n二');
  });

  it.each([
    ['{', 'it is no JSON'],
    [{ ...banner, colour: 'red' }, 'colour: Unexpected property'],
    [{ ...banner, kind: 'poster' }, 'kind: Expected union value'],
    [{ ...banner, name: 'Spring Sale' }, 'name: letters a to z'],
    [{ ...banner, image: 'image.svg' }, 'image: no whole PNG, JPEG, WebP or GIF'],
    [{ ...banner, image: 'missing.png' }, 'cannot be read (ENOENT)'],
    [{ ...banner, htmlFile: '../secret.html' }, 'it must stand beside the file'],
    [{ ...banner, htmlFile: '/etc/hostname' }, 'it must stand beside the file'],
    [{ ...banner, htmlFile: 'way-out.html' }, 'it must stand beside the file'],
    [{ ...banner, htmlFile: 'folder.html' }, 'no file'],
    [{ ...banner, htmlFile: '.' }, 'it must stand beside the file'],
    [{ ...banner, image: undefined }, 'image: missing in a file of kind banner'],
    [{ ...banner, url: 'https://example.com' }, 'url: it opens its own detail or a site, not both'],
    [{ ...banner, htmlFile: undefined, url: 'javascript:alert(1)' }, 'url: http:// or https://'],
    [{ ...banner, title: '长'.repeat(61) }, 'title: 1 to 60 characters'],
    [{ ...banner, html: '<p>x</p>' }, 'html: it stands there and in a file'],
    [{ ...banner, from: '2026-03-01' }, 'from: an ISO 8601 time with its zone'],
    [{ ...banner, from: '2026-03-12T00:00:00Z', to: '2026-03-11T00:00:00Z' }, 'to: it ends before it begins'],
    [{ ...banner, to: '2026-03-01T00:00:00Z' }, 'to: it has ended already'],
    [{ ...banner, audience: 'vip' }, 'audience: all, or tag:NAME'],
    [{ ...banner, order: 1000 }, 'order: 0 to 999'],
    [{ ...banner, force: true }, 'isForce: not for kind banner'],
    [{ kind: 'forced', name: 'a', html: '<script>x</script>' }, 'html: nothing is left of it to be shown'],
    ...['&nbsp;', '&#160;', ' ', '\u200b\u2060', '&#8203;', '&zwj;', '\u3164', '<br>\ufeff'].map(
      (nothing) =>
        [
          { kind: 'forced', name: 'a', html: `<p>${nothing}</p>` },
          'html: nothing is left of it to be shown',
        ] satisfies [object, string],
    ),
    [{ kind: 'notice', name: 'a', title: '\u200b', text: 'x' }, 'title: 1 to 60 characters'],
    [{ ...banner, htmlFile: undefined, url: 'https://lode.example@evil.example/' }, 'url: no user name or password'],
    [{ ...banner, htmlFile: undefined, url: 'https://example.com/\u202egnp.exe' }, 'characters that cannot be seen'],
    [{ kind: 'forced', name: 'a', html: `<p>${'长'.repeat(20_000)}</p>` }, 'html: longer than 20000 characters'],
    [{ kind: 'notice', name: 'a', title: 'x', text: 'x'.repeat(501) }, 'text: 1 to 500 characters'],
    [{ kind: 'version', name: '1.10.0.0', html: '<p>x</p>' }, 'four single digits'],
    [{ kind: 'agreement', name: 'terms', version: '1', title: 'x', text: 'x' }, 'name: one of user_agreement'],
    [
      { kind: 'agreement', name: 'about', version: '3', title: 'x', text: 'x', audience: 'tag:vip' },
      'audience: not for kind agreement',
    ],
  ])('is refused with its reason: %j', async (content, reason) => {
    const before = await count();
    const { exit, printed, failed } = await ops(`content:publish --file ${await file(content)} ${two}`);
    expect({ exit, printed }).toEqual({ exit: 1, printed: [] });
    expect(failed.join()).toContain(reason);
    expect(await count()).toBe(before);
  });

  it.each(['content:preview', 'content:draft', 'content:publish', 'content:image'])(
    'is wrong usage for %s when the file cannot be read',
    async (name) => {
      const people = name === 'content:preview' ? '' : name === 'content:publish' ? two : '--by admin --reason test';
      expect(await ops(`${name} --file /missing/content.json ${people}`)).toEqual({
        exit: 2,
        printed: [],
        failed: ['/missing/content.json: cannot be read (ENOENT)'],
      });
    },
  );

  it('needs two people who may, and a reason', async () => {
    const path = await file(banner);
    for (const names of [
      '--by admin',
      '--by admin --approved-by admin',
      '--by finance --approved-by approver',
      '--by stranger',
      '--by admin --approved-by support',
    ]) {
      expect((await ops(`content:publish --file ${path} ${names} --reason test`)).exit, names).toBe(1);
    }
    expect((await ops(`content:publish --file ${path} --by admin --approved-by approver`)).exit).toBe(2);
    expect(await app.data('bannerList', {})).toEqual([]);
  });
});

describe('a draft', () => {
  it('is shown to no customer until it is published', async () => {
    const path = await file(banner);
    const { printed } = await ops(`content:draft --file ${path} --by admin --reason test`);
    const id = /^draft (\d+) of banner spring is saved/.exec(printed[0] ?? '')?.[1] ?? '';
    expect((await ops(`content:draft --file ${path} --by admin --reason test`)).printed[0]).toContain('already');
    expect(await app.data('bannerList', {})).toEqual([]);
    expect((await app.call('bannerDetail', { id })).status).toBe(404);
    expect((await ops(`content:preview --id ${id}`)).printed.join('\n')).toMatch(
      /draft[\s\S]*<p>二<\/p>[\s\S]*sha-256/,
    );
    expect((await ops(`content:publish --id ${id} ${two}`)).exit).toBe(0);
    expect((await ops(`content:publish --id ${id} ${two}`)).printed[0]).toContain('published already');
    expect(await app.data('bannerList', {})).toMatchObject([{ id }]);
    expect((await ops(`content:publish --id 999999 ${two}`)).exit).toBe(1);
  });
});

describe('withdrawing', () => {
  it('takes all of a name back, and says so when there is nothing', async () => {
    await ops(`content:publish --file ${await file(banner)} ${two}`);
    await ops(`content:publish --file ${await file({ ...banner, from: '2030-01-01T00:00:00Z' })} ${two}`);
    const line = `content:withdraw --kind banner --name spring ${two}`;
    expect(await ops(line)).toMatchObject({
      exit: 0,
      printed: [expect.stringMatching(/^withdrawn: banner spring \(\d+, \d+\)$/)],
    });
    expect(await app.data('bannerList', {})).toEqual([]);
    expect(await ops(line)).toMatchObject({
      exit: 0,
      printed: ['banner spring is withdrawn already: nothing changed'],
    });
    const other = await ops(`content:withdraw --kind banner --name autumn ${two}`);
    expect(other).toMatchObject({ exit: 1, failed: ['refused: nothing is published as banner autumn'] });
  });

  it('leaves an agreement that is in force', async () => {
    const refused = await ops(`content:withdraw --kind agreement --name about ${two}`);
    expect(refused).toMatchObject({
      exit: 1,
      failed: [expect.stringContaining('is in force: publish another version')],
    });
    expect((await app.data('agreement', { key: 'about' })).version).toBe('2026-11');
  });
});

describe('looking', () => {
  it('lists every revision with its state, and previews a file without saving it', async () => {
    await ops(`content:publish --file ${await file(banner)} ${two}`);
    await ops(`content:publish --file ${await file({ ...banner, order: 3, audience: 'tag:vip' })} ${two}`);
    const { printed } = await ops('content:list --kind banner');
    expect(printed).toHaveLength(2);
    expect(printed[0]).toMatch(/banner {2}spring {2}in force .* tag:vip {2}order 3 {2}staff:admin\+staff:approver/);
    expect(printed[1]).toMatch(/replaced/);
    const before = await count();
    const preview = await ops(`content:preview --file ${await file(banner)}`);
    expect(preview.printed).toContain('html: <h2>一</h2><p>二</p>');
    expect(preview.printed).toContain('taken out: <p onclick>');
    expect(await count()).toBe(before);
  });

  it('prints the address of an image for use inside a text', async () => {
    const path = join(folder, 'image.png');
    const { exit, printed } = await ops(`content:image --file ${path} --by admin --reason test`);
    expect({ exit, printed }).toEqual({
      exit: 0,
      printed: [expect.stringMatching(/^\/api\/content\/image\/\w{64}\.png \(1 × 1\)$/)],
    });
    const named = join(folder, 'with-author.png');
    const author = Buffer.from('\0\0\0\x09tEXtAuthor\0Li....', 'latin1');
    await writeFile(named, Buffer.concat([smallPicture.subarray(0, 33), author, smallPicture.subarray(33)]));
    expect((await ops(`content:image --file ${named} --by admin --reason test`)).printed).toEqual(printed);
    const svg = await ops(`content:image --file ${join(folder, 'image.svg')} --by admin --reason test`);
    expect(svg).toMatchObject({ exit: 1, failed: [expect.stringContaining('no whole PNG')] });
  });
});

it('leaves a line in the audit of who did what and why', async () => {
  await ops(`content:publish --file ${await file({ ...banner, name: 'audited' })} ${two}`);
  const { rows } = await app.database.query({
    text: `select s.name as by, a.name as approver, l.action, l.reason from audit_log l join staff s on s.id = l.staff_id
           join staff a on a.id = l.approved_by where l.subject = 'content banner/audited'`,
  });
  expect(rows).toEqual([{ by: 'admin', approver: 'approver', action: 'content:publish', reason: 'test' }]);
});
