import pg from 'pg';
import type { TenantId } from '#libs/core/persistence';
import { listMessages } from '../../apps/platform/src/messages/message-history.sql.js';
import { quantile } from '../support/statistics.js';

/** The limit beside `history`: the statement of a page by itself, on a connection of the app's own role. */
export class PageStatement {
  private constructor(
    private readonly client: pg.Client,
    private readonly tenantId: TenantId,
    private readonly limit: number,
  ) {}

  static async connect(appUrl: string, tenantId: TenantId, limit: number): Promise<PageStatement> {
    const client = new pg.Client({ connectionString: appUrl });
    await client.connect();
    await client.query(`select set_config('app.tenants', $1, false)`, [tenantId]);
    return new PageStatement(client, tenantId, limit);
  }

  /** The median in milliseconds of reading the page behind `cursor`, the first without one, for so many seconds. */
  async p50(seconds: number, cursor?: number): Promise<number> {
    const times: number[] = [];
    const end = performance.now() + seconds * 1_000;
    for (let start = performance.now(); start < end;) {
      await this.read(cursor);
      const now = performance.now();
      times.push(now - start);
      start = now;
    }
    return quantile(times);
  }

  async stop(): Promise<void> {
    await this.client.end();
  }

  private async read(cursor: number | undefined): Promise<void> {
    const page = await listMessages(this.client, this.tenantId, { channel: 'email' }, { cursor, limit: this.limit });
    if (page.items.length !== this.limit) throw new Error('A page is not full');
  }
}
