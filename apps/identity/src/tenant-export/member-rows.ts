import { Injectable } from '@nestjs/common';
import { Database, many, type TenantId } from '#libs/persistence';
import { type OpenRow, RowOpener } from '#libs/tenant-export';

/** What members of a tenant see of each other. Parameters: tenant, ids of users. */
const LIST_MEMBERS = `
  select u.id, u.name, a.email
    from membership m
    join user_account u on u.id = m.user_id
    join email_address a on a.user_id = u.id and a.is_primary
   where m.tenant_id = $1 and m.user_id = any ($2::text[])`;

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
