import type pg from 'pg';

/** Settings of Postgres that let {@link StatementPages} count. */
export const COUNTING_PAGES = { shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.max': '10000' };

interface Counted {
  id: string;
  query: string;
  pages: number;
}

/** Pages that a statement reads in the second of two tenants more than in the first. */
export interface GrowingStatement {
  query: string;
  /** Pages of each unit of work, in both. */
  pages: [number, number];
}

// The bench itself is the superuser.
const COUNTS = `
  select queryid::text as id, min(query) as query, sum(shared_blks_hit + shared_blks_read)::float8 as pages
    from pg_stat_statements
   where toplevel and dbid = (select oid from pg_database where datname = current_database())
     and userid <> (select oid from pg_roles where rolname = current_user)
   group by 1`;

/**
 * Counts the pages that the statements of an app read in each of two tenants. They are the surest sign of growth: time depends on the
 * machine, pages on the plan.
 */
export class StatementPages {
  private readonly queries = new Map<string, string>();
  private readonly pages = [new Map<string, number>(), new Map<string, number>()] as const;
  private readonly units: [number, number] = [0, 0];

  private constructor(private readonly admin: pg.Pool) {}

  static async of(admin: pg.Pool): Promise<StatementPages> {
    await admin.query('create extension if not exists pg_stat_statements');
    return new StatementPages(admin);
  }

  /** Begins to count for a tenant. */
  async start(): Promise<void> {
    await this.admin.query('select pg_stat_statements_reset()');
  }

  /** Ends it; returns the pages of a unit. */
  async end(tenant: 0 | 1, units: number): Promise<number> {
    const { rows } = await this.admin.query<Counted>(COUNTS);
    const sums = this.pages[tenant];
    for (const { id, query, pages } of rows) {
      this.queries.set(id, query);
      sums.set(id, (sums.get(id) ?? 0) + pages);
    }
    this.units[tenant] += units;
    return rows.reduce((sum, { pages }) => sum + pages, 0) / units;
  }

  /** The statements that read at least so many pages a unit more in the second tenant, most first. */
  growing(least: number): GrowingStatement[] {
    const perUnit = (tenant: 0 | 1, id: string) => (this.pages[tenant].get(id) ?? 0) / this.units[tenant];
    return [...this.queries]
      .map(([id, query]): GrowingStatement => ({ query, pages: [perUnit(0, id), perUnit(1, id)] }))
      .filter(({ pages: [empty, full] }) => full - empty >= least)
      .toSorted((one, other) => other.pages[1] - other.pages[0] - (one.pages[1] - one.pages[0]));
  }
}
