import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { migratedDatabase } from '../../../test/support/schema.js';
import { DomainManagement1795000002000 } from './1795000002000-domain-management.js';
import { useStack } from '../../../test/support/use-stack.js';

const schema = useStack(() => migratedDatabase('platform'));

/** Takes the schema back and gives it again, as its owner, with what happens in between. */
async function upgrading(between: () => Promise<unknown>): Promise<void> {
  const { runner } = schema;
  await new DomainManagement1795000002000().down(runner);
  await between();
  await new DomainManagement1795000002000().up(runner);
}

describe('the schema of domains', () => {
  it('gives existing domains a position by their creation, and a token each', async () => {
    const names = ['first', 'second', 'third', 'fourth', 'other'];
    await upgrading(() =>
      schema.admin.query(
        `insert into sending_domain (tenant_id, id, name, created_at, verified_at)
         select case name when 'other' then 'acc_2' else 'acc_1' end, gen_random_uuid(), name,
                timestamptz '2026-01-01T00:00Z' + (n / 3) * interval '1 ms', now()
         from unnest($1::text[]) with ordinality as given (name, n) order by n desc`,
        [names],
      ),
    );
    const { rows } = await schema.admin.query<{ name: string; position: string; token: string }>(
      `select name, position, ownership_token as token from sending_domain where tenant_id = 'acc_1' order by position`,
    );
    expect(
      rows
        .map(({ name }) => name)
        .slice(0, 2)
        .sort(),
    ).toEqual(['first', 'second']);
    expect(rows.map(({ position }) => Number(position)).every(Number.isSafeInteger)).toBe(true);
    expect(new Set(rows.map(({ position }) => position)).size).toBe(4);
    expect(new Set(rows.map(({ token }) => token)).size).toBe(4);
    for (const { token } of rows) expect(token).toMatch(/^[0-9a-f]{32}$/);
    // What is added next comes after them.
    await schema.admin.query(
      `insert into sending_domain (tenant_id, id, name) values ('acc_1', gen_random_uuid(), 'fifth')`,
    );
    const last = await schema.admin.query(
      `select name from sending_domain where tenant_id = 'acc_1' order by position desc`,
    );
    expect(last.rows[0]).toEqual({ name: 'fifth' });
  });

  it('keeps its rows under the policies, also for the owner', async () => {
    const owner = new pg.Client({ connectionString: schema.database.ownerUrl });
    await owner.connect();
    expect((await owner.query('select 1 from sending_domain')).rowCount).toBe(0);
    await owner.end();
  });
});
