import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { firstIdAt, startBefore, toPage, type Id, type Page, type TenantId } from '#libs/persistence';
import type { ContactList } from './list.js';

const COLUMNS = `id, name, slug, description, member_count as "memberCount",
  created_at as "createdAt", updated_at as "updatedAt"`;

/** Ids made in a burst run a little ahead of the clock. */
const AHEAD_MS = 3_600_000;

export interface ListToSave {
  /** For a list that is new. */
  id: Id<'lst'>;
  name: string;
  slug: string;
  /** Undefined leaves that of a list which is there. */
  description: string | null | undefined;
}

/** The rows of lists, inside a tenant's transaction. */
@Injectable()
export class ListRepository {
  /** Adds a list, or changes the one that has its slug. */
  async save(
    tx: EntityManager,
    tenantId: TenantId,
    { id, name, slug, description }: ListToSave,
  ): Promise<{ list: ContactList; created: boolean }> {
    const [list] = await tx.query<[ContactList]>(
      `insert into contact_list (tenant_id, id, name, slug, description) values ($1, $2, $3, $4, $5)
       on conflict on constraint contact_list__slug__uq do update
       set name = excluded.name, updated_at = now(),
           description = case when $6::boolean then excluded.description else contact_list.description end
       returning ${COLUMNS}`,
      [tenantId, id, name, slug, description ?? null, description !== undefined],
    );
    return { list, created: list.id === id };
  }

  /** A page of lists, newest first. */
  async page(
    tx: EntityManager,
    tenantId: TenantId,
    cursor: number | undefined,
    limit: number,
  ): Promise<Page<ContactList>> {
    const before = startBefore('lst', cursor) ?? firstIdAt('lst', new Date(Date.now() + AHEAD_MS));
    const rows = await tx.query<ContactList[]>(
      `select ${COLUMNS} from contact_list where tenant_id = $1 and id < $2 order by id desc limit $3`,
      [tenantId, before, limit + 1],
    );
    return toPage(rows, limit);
  }

  async find(tx: EntityManager, tenantId: TenantId, id: string): Promise<ContactList | undefined> {
    const [row] = await tx.query<ContactList[]>(
      `select ${COLUMNS} from contact_list where tenant_id = $1 and id = $2`,
      [tenantId, id],
    );
    return row;
  }

  /** Keeps others from changing the list's members until the transaction ends. False for an unknown id. */
  async hold(tx: EntityManager, tenantId: TenantId, id: string): Promise<boolean> {
    const rows = await tx.query<unknown[]>(
      `select 1 from contact_list where tenant_id = $1 and id = $2 for no key update`,
      [tenantId, id],
    );
    return rows.length === 1;
  }

  /** Its members leave it; they stay contacts. False for an unknown id. */
  /** Whether a campaign that is under way, or will be, goes to the list: without it nobody else would hear of it. */
  async isAwaited(tx: EntityManager, tenantId: TenantId, id: string): Promise<boolean> {
    const rows = await tx.query<object[]>(
      `select 1 from campaign
       where tenant_id = $1 and list_id = $2 and status in ('scheduled', 'running', 'paused') limit 1`,
      [tenantId, id],
    );
    return rows.length > 0;
  }

  async delete(tx: EntityManager, tenantId: TenantId, id: string): Promise<boolean> {
    const [, count] = await tx.query<[unknown, number]>(`delete from contact_list where tenant_id = $1 and id = $2`, [
      tenantId,
      id,
    ]);
    return count === 1;
  }
}
