import { Injectable } from '@nestjs/common';
import { Database, many, type TenantId } from '#libs/core/persistence';
import { type OpenRow, RowOpener } from '#libs/privacy/data-rights';
import { LIST_MEMBERS } from './member-rows.sql.js';

/** Adds the name and the address of a member, which are rows of no tenant. */
@Injectable()
export class MemberRows extends RowOpener {
  override readonly tables: ReadonlySet<string> = new Set(['membership']);

  constructor(private readonly database: Database) {
    super();
  }

  override async open(tenantId: TenantId, _table: string, rows: readonly OpenRow[]): Promise<OpenRow[]> {
    const ids = rows.map((row) => row['user_id']);
    const members = await this.database.system((tx) =>
      many<{ id: string; name: string; email: string }>(tx, LIST_MEMBERS, [tenantId, ids]),
    );
    const byId = new Map(members.map(({ id, ...shown }) => [id, shown]));
    return rows.map((row) => ({ ...row, ...byId.get(String(row['user_id'])) }));
  }
}
