import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '#libs/persistence';

/**
 * Who is on which list, inside a tenant's transaction. The count of a list changes in the statement that changes its
 * members. Everybody locks contacts before lists, so that no two wait for each other.
 */
@Injectable()
export class ListMemberRepository {
  /** Whether all these are contacts of the tenant; they stay so until the transaction ends. */
  async areContacts(tx: EntityManager, tenantId: TenantId, contactIds: readonly string[]): Promise<boolean> {
    const [row] = await tx.query<[{ known: number }]>(
      `select count(*)::int as known from unnest($2::text[]) as key cross join lateral (
         select 1 from contact where tenant_id = $1 and id = key limit 1 for key share
       ) contact`,
      [tenantId, contactIds],
    );
    return row.known === contactIds.length;
  }

  /** Puts contacts on a list that is held; returns how many were not on it. */
  async add(tx: EntityManager, tenantId: TenantId, listId: string, contactIds: readonly string[]): Promise<number> {
    const [[row]] = await tx.query<[{ added: number }[], number]>(
      `with added as (
         insert into contact_list_member (tenant_id, list_id, contact_id)
         select $1, $2, id from unnest($3::text[]) as id on conflict do nothing returning 1
       ), counted as (select count(*)::int as added from added)
       update contact_list set member_count = member_count + counted.added
       from counted where tenant_id = $1 and id = $2 returning counted.added`,
      [tenantId, listId, contactIds],
    );
    return row?.added ?? 0;
  }

  /** Takes contacts off a list that is held; returns how many were on it. */
  async remove(tx: EntityManager, tenantId: TenantId, listId: string, contactIds: readonly string[]): Promise<number> {
    const [[row]] = await tx.query<[{ removed: number }[], number]>(
      `with removed as (
         delete from contact_list_member
         where tenant_id = $1 and list_id = $2 and contact_id = any($3::text[]) returning 1
       ), counted as (select count(*)::int as removed from removed)
       update contact_list set member_count = member_count - counted.removed
       from counted where tenant_id = $1 and id = $2 returning counted.removed`,
      [tenantId, listId, contactIds],
    );
    return row?.removed ?? 0;
  }

  /** Takes a contact that is held off all its lists. */
  async removeEverywhere(tx: EntityManager, tenantId: TenantId, contactId: string): Promise<void> {
    const lists = await tx.query<{ id: string }[]>(
      `with membership as materialized (select tenant_id, list_id from contact_list_member where contact_id = $2)
       select id from contact_list
       where tenant_id = $1 and id in (select list_id from membership where tenant_id = $1)
       order by id for no key update`,
      [tenantId, contactId],
    );
    if (lists.length === 0) return;
    await tx.query(
      `with removed as (
         delete from contact_list_member
         where tenant_id = $1 and contact_id = $2 and list_id = any($3::text[]) returning list_id
       )
       update contact_list set member_count = member_count - 1
       from removed where tenant_id = $1 and id = removed.list_id`,
      [tenantId, contactId, lists.map(({ id }) => id)],
    );
  }
}
