import { Injectable } from '@nestjs/common';
import { Problem } from '#libs/http';
import { Database, isId, newId, type Id, type Page, type PageRequest, type TenantId } from '#libs/persistence';
import { ContactList } from './contact-list.entity.js';
import { MAX_MEMBERS_A_CALL } from './dto/list.requests.js';
import { ListMemberRepository } from './list-member.repository.js';
import { ListRepository } from './list.repository.js';
import { slugOf } from './slug.js';

export interface ListRequest {
  name: string;
  slug?: string;
  description?: string | null;
}

const HAS_CAMPAIGN =
  'A campaign that is scheduled, running or paused goes to this list; cancel it, or wait for its end';

/** A tenant's lists and their members. */
@Injectable()
export class ListsService {
  constructor(
    private readonly database: Database,
    private readonly lists: ListRepository,
    private readonly members: ListMemberRepository,
  ) {}

  /** Creates a list, or changes the one that has the slug. */
  async upsert(
    tenantId: TenantId,
    { name, slug, description }: ListRequest,
  ): Promise<{ list: ContactList; isNew: boolean }> {
    const values = { id: newId('lst'), name: name.trim(), slug: slug ?? slugOf(name), description };
    const list = await this.database.tenant(tenantId, (tx) => this.lists.upsert(tx, tenantId, values));
    return { list, isNew: list.id === values.id };
  }

  async listPage(tenantId: TenantId, page: PageRequest): Promise<Page<ContactList>> {
    return this.database.tenant(tenantId, (tx) => this.lists.listPage(tx, tenantId, page));
  }

  async find(tenantId: TenantId, id: string): Promise<ContactList | null> {
    if (!isId('lst', id)) return null;
    return this.database.tenant(tenantId, (tx) => this.lists.find(tx, tenantId, id));
  }

  /** Deletes a list; its members stay contacts. @throws Problem NotFound; Conflict while a campaign goes to it */
  async delete(tenantId: TenantId, id: Id<'lst'>): Promise<void> {
    const deleted = await this.database.tenant(tenantId, async (tx) => {
      if (await this.lists.hasUnfinishedCampaign(tx, tenantId, id)) {
        throw new Problem('Conflict', { message: HAS_CAMPAIGN });
      }
      return this.lists.delete(tx, tenantId, id);
    });
    if (!deleted) throw new Problem('NotFound');
  }

  /**
   * Adds contacts to a list: all of them, or none if one of the ids is not a contact of the tenant. Returns how many
   * were not on the list. @throws Problem InvalidParameter for no ids or too many; NotFound
   */
  async addMembers(tenantId: TenantId, listId: Id<'lst'>, contactIds: readonly string[]): Promise<number> {
    const ids = distinct(contactIds);
    return this.database.tenant(tenantId, async (tx) => {
      if (!(await this.members.lockContacts(tx, tenantId, ids))) throw new Problem('NotFound');
      if (!(await this.lists.lockForUpdate(tx, tenantId, listId))) throw new Problem('NotFound');
      return this.members.insert(tx, tenantId, listId, ids);
    });
  }

  /**
   * Takes contacts off a list and ignores those that are not on it. Returns how many were.
   * @throws Problem InvalidParameter for no ids or too many; NotFound for the list
   */
  async removeMembers(tenantId: TenantId, listId: Id<'lst'>, contactIds: readonly string[]): Promise<number> {
    const ids = distinct(contactIds);
    return this.database.tenant(tenantId, async (tx) => {
      if (!(await this.lists.lockForUpdate(tx, tenantId, listId))) throw new Problem('NotFound');
      return this.members.delete(tx, tenantId, listId, ids);
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
