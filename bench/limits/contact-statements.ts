import pg from 'pg';
import type { KeysetPosition, TenantId } from '#libs/core/persistence';
import type { ResolvedFilter } from '../../apps/crm/src/contact-list/contact-filter.js';
import { indexedIds, newestIds, type IdQuery } from '../../apps/crm/src/contact-list/contact-list.sql.js';
import type { Crm } from '../support/crm.js';
import { quantile } from '../support/statistics.js';

const ROWS = 'select * from contact where tenant_id = $1 and id = any ($2) and deleted_at is null';
const IDENTIFIERS = 'select * from contact_identifier where tenant_id = $1 and contact_id = any ($2)';

/** The limit beside `contacts-list` and `contacts-search`: the statements of a page by themselves, with the app's roles. */
export class ContactStatements {
  private constructor(
    private readonly app: pg.Client,
    private readonly system: pg.Client,
    private readonly tenantId: TenantId,
    private readonly limit: number,
  ) {}

  static async connect(crm: Crm, tenantId: TenantId, limit: number): Promise<ContactStatements> {
    const [app, system] = [crm.appUrl, crm.systemUrl].map((url) => new pg.Client({ connectionString: url }));
    await app!.connect();
    await system!.connect();
    await app!.query(`select set_config('app.tenants', $1, false)`, [tenantId]);
    // As transactions of the app do for the walk over the newest contacts.
    await app!.query(`select set_config('enable_bitmapscan', 'off', false), set_config('enable_sort', 'off', false)`);
    return new ContactStatements(app!, system!, tenantId, limit);
  }

  /** The ids of a page. */
  async idsOf(filter: ResolvedFilter, after?: KeysetPosition): Promise<string[]> {
    const request = { tenantId: this.tenantId, filter, after, limit: this.limit + 1 };
    const run = async (client: pg.Client, { text, values }: IdQuery) =>
      (await client.query<{ id: string }>(text, values)).rows.map(({ id }) => id);
    const newest = await run(this.app, newestIds(request));
    return newest.length > this.limit ? newest : run(this.system, indexedIds(request));
  }

  /** The median in milliseconds of reading a page, for so many seconds. */
  async p50(seconds: number, filter: ResolvedFilter, after?: KeysetPosition): Promise<number> {
    const times: number[] = [];
    const end = performance.now() + seconds * 1_000;
    for (let start = performance.now(); start < end;) {
      const ids = await this.idsOf(filter, after);
      for (const text of [ROWS, IDENTIFIERS]) await this.app.query(text, [this.tenantId, ids]);
      const now = performance.now();
      times.push(now - start);
      start = now;
    }
    return quantile(times);
  }

  /** Finds the start of a page: the last row of the page before it. */
  async positionOf(page: number, where: string): Promise<KeysetPosition> {
    const { rows } = await this.app.query<{ created_at: Date; id: string }>(
      `select created_at, id from contact where ${where} order by created_at desc, id desc offset $1 limit 1`,
      [(page - 1) * this.limit - 1],
    );
    if (!rows[0]) throw new Error(`There is no page ${page}`);
    return [rows[0].created_at, rows[0].id];
  }

  async stop(): Promise<void> {
    await Promise.all([this.app.end(), this.system.end()]);
  }
}
