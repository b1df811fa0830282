// Who the server may be: a role that cannot write the books, however the operator's roles are arranged; anything else is
// refused with what to do.
import { randomBytes } from 'node:crypto';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { createTestDatabase, openAsAdmin, type TestDatabase } from '../../testing/harness.ts';
import { loadConfig } from '../config/config.ts';
import { assertUnprivileged, openAccess } from './access.ts';
import { type Database, openDatabase } from './database.ts';
import { assertMigrated } from './migrate.ts';
import { appLogin, type Group, loginOf } from './roles.ts';

let test: TestDatabase;
const roles: string[] = [];
beforeAll(async () => {
  test = await createTestDatabase();
});
afterEach(async () => {
  for (const role of roles.splice(0)) {
    await test.owner.query({ text: `grant ${role} to current_user` });
    await test.owner.query({ text: `drop owned by ${role}` });
    await test.owner.query({ text: `drop role ${role}` });
  }
});
afterAll(() => test.drop());

/** A role that logs in; `rights` are words of CREATE ROLE. */
async function role(rights = ''): Promise<{ name: string; url: string }> {
  const name = `role_${randomBytes(5).toString('hex')}`;
  await test.owner.query({ text: `create role ${name} login password 'p' ${rights}` });
  roles.push(name);
  const url = new URL(test.ownerUrl);
  url.username = name;
  url.password = 'p';
  return { name, url: url.href };
}

const warnings: string[] = [];
const log = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(line) });
const open = (environment: Record<string, string>, group: Group = 'all') =>
  openAccess(loadConfig(environment), log, group);

const bookWrites = [
  `insert into ledger.balance (account, posted) values (1000122, 5)`,
  `update ledger.balance set posted = posted + 1`,
  `delete from ledger.posting`,
  `truncate ledger.transfer`,
  `insert into ledger.transfer (key, input_hash, kind, business_date, posted_at) values ('k', '', 'x', '2020-01-01', now())`,
  `alter table ledger.posting disable trigger all`,
  `drop table ledger.hold`,
];

async function refusedWrites(database: Database): Promise<string[]> {
  const refused: string[] = [];
  for (const text of bookWrites) {
    await database.query({ text }).catch((error: { code: string }) => {
      if (error.code === '42501') refused.push(text);
    });
  }
  return refused;
}

describe('the role of the running server', () => {
  it('can write no table of the ledger by raw SQL, nor undo its guards', async () => {
    expect(await refusedWrites(test.database)).toEqual(bookWrites);
  });

  it('cannot become the owner', async () => {
    const owner = new URL(test.ownerUrl).username;
    await expect(test.database.query({ text: `set role ${owner}` })).rejects.toThrow(/permission denied/);
  });

  it('is distinguished from one that could (broken control: grants do not bind the owner)', async () => {
    expect(await refusedWrites(test.owner)).toEqual([]);
  });
});

describe('the owner as DATABASE_URL alone', () => {
  it('makes a login of its own for the server, and warns', async () => {
    warnings.length = 0;
    const access = await open({ DEMO: '1', DATABASE_URL: test.ownerUrl });
    expect(access.ownerUrl).toBe(test.ownerUrl);
    expect(warnings.join()).toContain('used as the owner');
    const url = await access.appUrl();
    const database = openDatabase(url);
    try {
      expect(await refusedWrites(database)).toEqual(bookWrites);
    } finally {
      await database.end();
      roles.push(new URL(url).username);
    }
  });

  it('gives the same login to several processes at once', async () => {
    const urls = await Promise.all([1, 2, 3, 4].map(() => appLogin(test.ownerUrl)));
    roles.push(new URL(urls[0] as string).username);
    expect(new Set(urls).size).toBe(1);
    expect(new URL(urls[0] as string).password).not.toBe(new URL(test.ownerUrl).password);
  });

  it('is a secret of its own, and none where the owner needs none: a guessable one would be worse', () => {
    const of = (password: string) => loginOf(`postgres://owner${password}@db.internal/lode`).password;
    expect(of(':one')).toBe(of(':one'));
    expect(new Set([of(':one'), of(':two'), 'one']).size).toBe(3);
    expect(of('')).toBeNull();
  });
});

describe('a server role as DATABASE_URL', () => {
  it('is taken when the owner is given too, and becomes a member', async () => {
    const { url } = await role();
    const access = await open({ DEMO: '1', DATABASE_URL: url, DATABASE_OWNER_URL: test.ownerUrl });
    expect(await access.appUrl()).toBe(url);
    await expect(assertMigrated(url)).resolves.toBeUndefined();
  });

  it('is taken alone when it is a member and the schema stands', async () => {
    const { url } = await role('in role lode_app');
    const access = await open({ DATABASE_URL: url });
    expect([access.ownerUrl, await access.appUrl()]).toEqual([null, url]);
  });

  it('is refused alone when it is no member', async () => {
    const { url } = await role();
    await expect(open({ DATABASE_URL: url }).then((access) => access.appUrl())).rejects.toThrow(/grant lode_app/);
  });

  it('is refused when it could write the books', async () => {
    const { name, url } = await role('in role lode_app');
    await test.owner.query({ text: `grant insert on ledger.posting to ${name}` });
    await expect(open({ DATABASE_URL: url }).then((access) => access.appUrl())).rejects.toThrow(
      /could write the ledger/,
    );
  });

  it('is refused when it is the owner twice', async () => {
    const access = await open({ DEMO: '1', DATABASE_URL: test.ownerUrl, DATABASE_OWNER_URL: test.ownerUrl });
    await expect(access.appUrl()).rejects.toThrow(/could write the ledger/);
  });

  it('is refused alone on a database without a schema', async () => {
    const name = `empty_${randomBytes(5).toString('hex')}`;
    const admin = openDatabase(inject('postgres').ownerUrl, { max: 1 });
    const { url } = await role();
    try {
      await admin.query({ text: `create database ${name}` });
      const other = new URL(url);
      other.pathname = `/${name}`;
      const opening = open({ DATABASE_URL: other.href }).then((access) => access.appUrl());
      await expect(opening).rejects.toThrow(/holds no schema.*DATABASE_OWNER_URL/);
    } finally {
      await admin.query({ text: `drop database ${name}` });
      await admin.end();
    }
  });
});

describe('the role of a serving process in production', () => {
  it('is a member of the group and nothing else', async () => {
    const { url } = await role('in role lode_app');
    await expect(assertUnprivileged(url)).resolves.toBeUndefined();
  });

  it.each([
    ['may create roles', 'createrole', [], []],
    [
      'is a member of the owner, also one that does not inherit',
      'noinherit',
      ['revoke ROLE from OWNER', 'grant OWNER to ROLE'],
      ['revoke OWNER from ROLE', 'grant ROLE to OWNER with admin option'],
    ],
    ['owns a table', '', ['create table own (id int)', 'alter table own owner to ROLE'], []],
  ])('is refused when it %s', async (_what, rights, before, after) => {
    const { name, url } = await role(`in role lode_app ${rights}`);
    const owner = new URL(test.ownerUrl).username;
    // The administrator of the server: the owner may not give itself away.
    const admin = await openAsAdmin(test.ownerUrl);
    const run = async (texts: readonly string[]) => {
      for (const text of texts) await admin.query({ text: text.replace('ROLE', name).replace('OWNER', owner) });
    };
    try {
      await run(before);
      await expect(assertUnprivileged(url)).rejects.toThrow(/the role of DATABASE_URL .*a role of its own/);
      await run(after);
    } finally {
      await admin.end();
    }
  });

  it('is refused when it is the owner of the tables, or a superuser', async () => {
    await expect(assertUnprivileged(test.ownerUrl)).rejects.toThrow(/owns tables/);
    const admin = new URL(inject('postgres').adminUrl);
    admin.pathname = new URL(test.ownerUrl).pathname;
    await expect(assertUnprivileged(admin.href)).rejects.toThrow(/is a superuser/);
  });
});

describe('a process that does one part', () => {
  it.each(['public', 'worker', 'staff'] as const)(
    'is taken with a login that is in the role %s alone',
    async (part) => {
      const { url } = await role(`in role lode_${part}`);
      expect(await (await open({ DATABASE_URL: url }, part)).appUrl()).toBe(url);
    },
  );

  it.each([
    ['worker', 'public'],
    ['public', 'worker'],
    ['all', 'public'],
    ['staff', 'public'],
  ] as const)('is refused as %s with a login that is in the role %s alone', async (part, other) => {
    const { url } = await role(`in role lode_${other}`);
    await expect(open({ DATABASE_URL: url }, part).then((access) => access.appUrl())).rejects.toThrow(
      /have its owner "grant lode_/,
    );
  });

  it('becomes a member of its own role where the owner is given, and of no other', async () => {
    const { name, url } = await role();
    await (await open({ DATABASE_URL: url, DATABASE_OWNER_URL: test.ownerUrl, DEMO: '1' }, 'public')).appUrl();
    const { rows } = await test.owner.query<{ group: string }>({
      text: `select g.rolname as group from pg_auth_members m join pg_roles g on g.oid = m.roleid join pg_roles r on r.oid = m.member
        where r.rolname = $1`,
      values: [name],
    });
    expect(rows).toEqual([{ group: 'lode_public' }]);
  });

  it('is given a login of its own by the owner alone: commands one for all parts, as some are the worker’s', async () => {
    const groupOf = async (part: Group) => {
      const url = new URL(await (await open({ DATABASE_URL: test.ownerUrl }, part)).appUrl());
      roles.push(url.username);
      return url.username.replace(/_test_.*$/, '');
    };
    expect([await groupOf('public'), await groupOf('worker'), await groupOf('staff')]).toEqual([
      'lode_public',
      'lode_worker',
      'lode_app',
    ]);
  });
});
