import pg from 'pg';
import { withClient } from '#libs/test/embedded';

export interface Table {
  name: string;
  owner: string;
  hasTenant: boolean;
  isPartition: boolean;
  isSecured: boolean;
  policies: number;
}

interface Column {
  name: string;
  type: string;
}

const VERBS = ['select', 'insert', 'update', 'delete'] as const;
export type Verb = (typeof VERBS)[number];

/** Reads Postgres' system catalogue: tables, policies and the privileges of roles. */
export class Catalogue {
  readonly #pool: pg.Pool;

  constructor(private readonly adminUrl: string) {
    this.#pool = new pg.Pool({ connectionString: adminUrl, max: 1 });
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  async tables(): Promise<Table[]> {
    return this.rows<Table>(
      `select c.relname as name, pg_get_userbyid(c.relowner) as owner, c.relispartition as "isPartition",
              c.relrowsecurity and c.relforcerowsecurity as "isSecured",
              exists (select from pg_attribute a
                      where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped) as "hasTenant",
              (select count(*)::int from pg_policy p where p.polrelid = c.oid) as policies
       from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace order by c.relname`,
    );
  }

  /** The columns of a table that Postgres does not generate. */
  async writableColumns(table: string): Promise<string[]> {
    const rows = await this.rows<{ name: string }>(
      `select quote_ident(attname) as name from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''`,
      [table],
    );
    return rows.map(({ name }) => name);
  }

  /** The verbs that a role may use on a table or on some of its columns. */
  async allowedVerbs(role: string, table: string): Promise<Verb[]> {
    const [row] = await this.rows<Record<Verb, boolean>>(
      `select ${VERBS.map((verb) => `${mayUse(verb)} as ${verb}`).join(', ')}`,
      [role, table],
    );
    return VERBS.filter((verb) => row?.[verb]);
  }

  /** The columns that a role may read or write, by the verb, where the table as a whole is closed to it. */
  async allowedColumns(role: string, table: string): Promise<Partial<Record<Verb, string[]>>> {
    const rows = await this.rows<{ verb: Verb; columns: string[] }>(
      `select verb, array_agg(attname::text order by attname) as columns
       from unnest(array['select', 'insert', 'update']) as verb, pg_attribute
       where attrelid = $2::regclass and attnum > 0 and not attisdropped
         and not has_table_privilege($1, $2, verb) and has_column_privilege($1, $2, attname, verb)
       group by verb`,
      [role, table],
    );
    return Object.fromEntries(rows.map(({ verb, columns }) => [verb, columns]));
  }

  async role(name: string): Promise<{ superuser: boolean; bypasses: boolean; memberOf: string[] }> {
    const [row] = await this.rows<{ superuser: boolean; bypasses: boolean; memberOf: string[] }>(
      `select rolsuper as superuser, rolbypassrls as bypasses,
              array(select pg_get_userbyid(m.roleid)::text from pg_auth_members m where m.member = r.oid) as "memberOf"
       from pg_roles r where rolname = $1`,
      [name],
    );
    if (!row) throw new Error(`There is no role ${name}`);
    return row;
  }

  /** Whether a role may create tables or functions in the schema. */
  async mayCreate(role: string): Promise<boolean> {
    const [row] = await this.rows<{ may: boolean }>(`select has_schema_privilege($1, 'public', 'create') as may`, [
      role,
    ]);
    return row?.may ?? false;
  }

  /** The conditions under which a role may read or write rows of a table, one line for each policy. */
  async policies(role: string, table: string): Promise<string[]> {
    const rows = await this.rows<{ text: string }>(
      `select lower(cmd) || coalesce(' using ' || qual, '') || coalesce(' check ' || with_check, '') as text
       from pg_policies where schemaname = 'public' and tablename = $2 and ($1 = any (roles) or 'public' = any (roles))
       order by 1`,
      [role, table],
    );
    return rows.map(({ text }) => text);
  }

  /**
   * Inserts one row for each tenant into each table, with arbitrary values. It first drops every constraint except
   * `not null` and uniqueness, so the database cannot be used for other tests afterwards.
   */
  async populate(tables: readonly Table[], tenantIds: readonly string[]): Promise<void> {
    await withClient(this.adminUrl, async (client) => {
      await dropChecks(client);
      for (const { name } of tables) {
        const columns = await requiredColumns(client, name);
        for (const tenantId of tenantIds) await insertRow(client, name, columns, tenantId);
      }
    });
  }

  private async rows<R extends object>(text: string, values: unknown[] = []): Promise<R[]> {
    return (await this.#pool.query<R>(text, values)).rows;
  }
}

function mayUse(verb: Verb): string {
  const onTable = `has_table_privilege($1, $2, '${verb}')`;
  return verb === 'delete' ? onTable : `(${onTable} or has_any_column_privilege($1, $2, '${verb}'))`;
}

async function dropChecks(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; constraint: string }>(
    `select conrelid::regclass::text as name, conname as constraint from pg_constraint
     where contype in ('c', 'f') and connamespace = 'public'::regnamespace and conparentid = 0 and conislocal`,
  );
  for (const { name, constraint } of rows) {
    await client.query(`alter table ${name} drop constraint ${client.escapeIdentifier(constraint)} cascade`);
  }
}

async function requiredColumns(client: pg.Client, table: string): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and not atthasdef
       and (attnotnull or attname = 'tenant_id') and attidentity = '' and attgenerated = ''`,
    [table],
  );
  return rows;
}

let count = 0;

async function insertRow(client: pg.Client, table: string, columns: Column[], tenantId: string): Promise<void> {
  const values = columns.map(({ name, type }) => (name === 'tenant_id' ? tenantId : valueOf(type)));
  const names = columns.map(({ name }) => client.escapeIdentifier(name)).join(', ');
  const places = values.map((_, index) => `$${index + 1}`).join(', ');
  // A trigger of another table may have made the tenant's only row.
  const isOfTenant = columns.some(({ name }) => name === 'tenant_id');
  if (isOfTenant && (await client.query(`select from ${table} where tenant_id = $1`, [tenantId])).rowCount) return;
  await client.query(`insert into ${table} (${names}) values (${places})`, values);
}

/** A value of the type, a different one at each call. */
function valueOf(type: string): unknown {
  count += 1;
  if (type.endsWith('[]')) return [];
  if (type === 'uuid') return `00000000-0000-7000-8000-${String(count).padStart(12, '0')}`;
  if (type.startsWith('timestamp') || type === 'date') return new Date();
  if (type.startsWith('json')) return '{}';
  if (type === 'inet') return `2001:db8::${count.toString(16)}`;
  if (type === 'boolean') return true;
  if (type === 'bytea') return Buffer.from([count % 256]);
  return /int|numeric|double|real/.test(type) ? count : `x${count}`;
}
