import type { EveryApp } from '../support/every-app.js';

type Sql = EveryApp['platform']['sql'];

/** A digest of all rows of a tenant in every database, by app and table; when a key was last used is written later than it was. */
export async function rowsOf(every: EveryApp, tenantId: string): Promise<Record<string, string>> {
  // The runtime has the database of Pages.
  const { identity, platform, mail, pages, crm } = every;
  const apps = Object.entries({ identity, platform, mail, pages, crm });
  const digests = await Promise.all(
    apps.map(async ([app, stack]) => {
      const tables = await digestsOf(stack.sql.bind(stack), tenantId);
      return Object.entries(tables).map(([table, digest]) => [`${app}.${table}`, digest] as const);
    }),
  );
  return Object.fromEntries(digests.flat());
}

async function digestsOf(sql: Sql, tenantId: string): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }>(
    `select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and column_name = 'tenant_id' and table_type = 'BASE TABLE' order by 1`,
  );
  const digests: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await sql<{ digest: string }>(
      `select count(*) || ' ' || md5(coalesce(string_agg(row::text, ' ' order by row::text), '')) as digest
         from (select to_jsonb(t) - 'last_used_at' as row from "${name}" t where tenant_id = $1) rows`,
      [tenantId],
    );
    digests[name] = row!.digest;
  }
  return digests;
}
