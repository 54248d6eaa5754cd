import pg from 'pg';
import { parseSearch } from '#libs/mail/mail-search';
import { indexPartOf } from '../../apps/mail/src/search/index-part.js';
import { indexedMatches, newestMatches, type SearchRequest } from '../../apps/mail/src/search/search-list.sql.js';
import type { MailApp, MailBenchTenant } from '../support/mail-app.js';
import { quantile } from '../support/statistics.js';

const ROWS = 'select * from mail_message where tenant_id = $1 and id = any ($2)';

/** The limit beside `webmail-search`: the statements of a page by themselves, with the app's roles. */
export class MessageStatements {
  private constructor(
    private readonly app: pg.Client,
    private readonly system: pg.Client,
    private readonly tenant: MailBenchTenant,
    private readonly limit: number,
    private readonly folderIds: string[],
  ) {}

  static async connect(mail: MailApp, tenant: MailBenchTenant, limit: number): Promise<MessageStatements> {
    const [app, system] = [mail.appUrl, mail.systemUrl].map((url) => new pg.Client({ connectionString: url }));
    await app!.connect();
    await system!.connect();
    await app!.query(`select set_config('app.tenants', $1, false)`, [tenant.id]);
    // As `IN_ORDER` sets it for a search of the newest messages.
    await app!.query('set enable_bitmapscan = off');
    await app!.query('set enable_sort = off');
    await system!.query(`set enable_seqscan = off`);
    const { rows } = await mail.admin.query<{ id: string }>(
      `select id from folder where mailbox_id = $1 and kind not in ('spam', 'trash', 'quarantine')`,
      [tenant.mailboxId],
    );
    return new MessageStatements(
      app!,
      system!,
      tenant,
      limit,
      rows.map(({ id }) => id),
    );
  }

  /** The median in milliseconds of finding and reading a page, for so many seconds. */
  async p50(seconds: number, q: string): Promise<number> {
    const times: number[] = [];
    const end = performance.now() + seconds * 1_000;
    for (let start = performance.now(); start < end;) {
      await this.app.query(ROWS, [this.tenant.id, await this.idsOf(q)]);
      const now = performance.now();
      times.push(now - start);
      start = now;
    }
    return quantile(times);
  }

  async stop(): Promise<void> {
    await Promise.all([this.app.end(), this.system.end()]);
  }

  private async idsOf(q: string): Promise<string[]> {
    const search = parseSearch(q);
    const { id: tenantId, mailboxId } = this.tenant;
    const request: SearchRequest = {
      search,
      scope: { tenantId, mailboxId, folders: [], labels: [] },
      list: (parameters) => [`m.folder_id = any ($${parameters.push(this.folderIds)}::uuid[])`],
      page: { limit: this.limit },
    };
    const newest = newestMatches(request, Math.max(500, this.limit * 10));
    const { rows } = await this.app.query<{ found: { id: string }[] }>(newest.text, newest.values);
    const found = rows[0]!.found;
    if (found.length > this.limit) return found.map(({ id }) => id);
    const indexed = indexedMatches(request, indexPartOf(search)!);
    return (await this.system.query<{ id: string }>(indexed.text, indexed.values)).rows.map(({ id }) => id);
  }
}
