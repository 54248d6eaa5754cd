import { Injectable } from '@nestjs/common';
import { Problem } from '#libs/http';
import { Database, isId, newId, type Page, type TenantId } from '#libs/persistence';
import { MAX_MEMBERS_A_CALL } from './dto/list.requests.js';
import type { ContactList } from './list.js';
import { ListMemberRepository } from './list-member.repository.js';
import { ListRepository } from './list.repository.js';
import { slugOf } from './slug.js';

export interface ListRequest {
  name: string;
  slug?: string;
  description?: string | null;
}

const AWAITED = 'A campaign that is scheduled, running or paused goes to this list; cancel it, or wait for its end';

/** A tenant's lists, and who is on them. */
@Injectable()
export class ListsService {
  constructor(
    private readonly database: Database,
    private readonly lists: ListRepository,
    private readonly members: ListMemberRepository,
  ) {}

  /** Adds a list, or changes the one that has its slug. */
  async save(
    tenantId: TenantId,
    { name, slug, description }: ListRequest,
  ): Promise<{ list: ContactList; created: boolean }> {
    const list = { id: newId('lst'), name: name.trim(), slug: slug ?? slugOf(name), description };
    return this.database.tenant(tenantId, (tx) => this.lists.save(tx, tenantId, list));
  }

  async list(tenantId: TenantId, cursor: number | undefined, limit: number): Promise<Page<ContactList>> {
    return this.database.tenant(tenantId, (tx) => this.lists.page(tx, tenantId, cursor, limit));
  }

  /** @throws Problem NotFound */
  async read(tenantId: TenantId, id: string | undefined): Promise<ContactList> {
    const list = isId('lst', id)
      ? await this.database.tenant(tenantId, (tx) => this.lists.find(tx, tenantId, id))
      : undefined;
    if (!list) throw new Problem('NotFound');
    return list;
  }

  /** Removes a list; its members stay contacts. @throws Problem NotFound */
  async delete(tenantId: TenantId, id: string): Promise<void> {
    const deleted = await this.database.tenant(tenantId, async (tx) => {
      if (await this.lists.isAwaited(tx, tenantId, id)) throw new Problem('Conflict', { message: AWAITED });
      return this.lists.delete(tx, tenantId, id);
    });
    if (!deleted) throw new Problem('NotFound');
  }

  /**
   * Puts contacts on a list: all of them, or none when one of them is no contact of the tenant. Returns how many were
   * not on it. @throws Problem InvalidParameter for no ids or too many; NotFound
   */
  async addMembers(tenantId: TenantId, listId: string, contactIds: readonly string[]): Promise<number> {
    const ids = distinct(contactIds);
    return this.database.tenant(tenantId, async (tx) => {
      if (!(await this.members.areContacts(tx, tenantId, ids))) throw new Problem('NotFound');
      if (!(await this.lists.hold(tx, tenantId, listId))) throw new Problem('NotFound');
      return this.members.add(tx, tenantId, listId, ids);
    });
  }

  /**
   * Takes contacts off a list; who is not on it does not count. Returns how many were.
   * @throws Problem InvalidParameter for no ids or too many; NotFound for the list
   */
  async removeMembers(tenantId: TenantId, listId: string, contactIds: readonly string[]): Promise<number> {
    const ids = distinct(contactIds);
    return this.database.tenant(tenantId, async (tx) => {
      if (!(await this.lists.hold(tx, tenantId, listId))) throw new Problem('NotFound');
      return this.members.remove(tx, tenantId, listId, ids);
    });
  }
}

function distinct(contactIds: readonly string[]): string[] {
  if (contactIds.length === 0 || contactIds.length > MAX_MEMBERS_A_CALL) throw wrongSize();
  return [...new Set(contactIds)];
}

function wrongSize(): Problem {
  const message = `must have 1 to ${MAX_MEMBERS_A_CALL} ids`;
  return new Problem('InvalidParameter', {
    message: `ContactIds ${message}`,
    details: [{ Field: 'ContactIds', Message: message }],
  });
}
