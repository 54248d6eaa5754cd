import { readFileSync } from 'node:fs';
import pg from 'pg';
import { expect, it } from 'vitest';
import { identityStack } from '../../../../test/support/identity-stack.js';
import { SHOWN_TABLES } from '../../../../test/support/view-guard.sql.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const identity = useStack(() => identityStack());
const user = usePrepared(() => identity.createUser());
const app = useStack(() => new pg.Pool({ connectionString: identity.database.systemUrl, max: 1 }));

// The guard makes each spec of identity a test of the changes that it makes; these hold the guard itself.

it('a change that the credential view shows fails without a record of it', async () => {
  const change = app.query(`update user_account set status = 'disabled' where id = $1`, [user.id]);
  await expect(change).rejects.toThrow('the transaction recorded no change of it');
});

it('a change with a record of it, and one of what the view does not show, pass', async () => {
  await app.query(`update user_account set name = 'Ana' where id = $1`, [user.id]);
  await app.query('begin');
  await app.query(`update user_account set status = 'disabled' where id = $1`, [user.id]);
  await app.query(`insert into view_change (kind, name) values ('user', $1)`, [user.id]);
  await app.query('commit');
  const [row] = await identity.sql<{ status: string }>('select status from user_account where id = $1', [user.id]);
  expect(row?.status).toBe('disabled');
});

it('every table that the view reads is guarded', () => {
  const texts = ['credential-view.sql.ts', '../tenants/tenant.sql.ts'].map((file) =>
    readFileSync(new URL(file, import.meta.url), 'utf8'),
  );
  const read = [...texts.join('\n').matchAll(/\b(?:from|join)\s+([a-z_]+)\b/g)].map(([, table]) => table);
  expect([...new Set(SHOWN_TABLES)].sort()).toEqual([...new Set(read)].sort());
});
