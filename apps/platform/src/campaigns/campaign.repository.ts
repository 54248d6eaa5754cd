import { Injectable } from '@nestjs/common';
import { In, IsNull, Not, type EntityManager, type QueryDeepPartialEntity } from 'typeorm';
import {
  type BoundedCount,
  containing,
  countBounded,
  findPage,
  many,
  returned,
  type Id,
  type Page,
  type PageRequest,
  type TenantId,
} from '#libs/core/persistence';
import type { ContactData } from '../contacts/contact.js';
import { SendingDomain } from '../domains/sending-domain.entity.js';
import { TenantEvents } from '../tenant-changes/tenant-events.js';
import { Campaign } from './campaign.entity.js';
import type { CampaignDraft, CampaignStatus } from './campaign.js';
import { LIST_CONTACTS_OF_LIST, MEMBERS_OF_LIST } from './campaign.sql.js';

export type NewCampaign = CampaignDraft & Pick<Campaign, 'id' | 'environment'>;

export type CampaignChange = Partial<Omit<Campaign, 'tenantId' | 'id' | 'createdAt' | 'updatedAt'>>;

/** TypeORM's type of written values does not admit `unknown` inside a jsonb column. */
const values = (row: object): QueryDeepPartialEntity<Campaign> => row;

export interface CampaignFilter {
  status?: CampaignStatus;
  environment?: 'test';
  /** A part of the name. */
  text?: string;
}

const matching = (tenantId: TenantId, { status, environment, text }: CampaignFilter) => ({
  tenantId,
  ...(status && { status }),
  ...(environment && { environment }),
  ...(text && { name: containing(text) }),
});

@Injectable()
export class CampaignRepository {
  constructor(private readonly changes: TenantEvents) {}

  async insert(tx: EntityManager, tenantId: TenantId, campaign: NewCampaign): Promise<Campaign> {
    const insert = tx
      .createQueryBuilder()
      .insert()
      .into(Campaign)
      .values(values({ tenantId, ...campaign }));
    this.tell(tx, tenantId, campaign.id);
    return only(returned(tx, Campaign, await insert.returning('*').execute()));
  }

  async count(tx: EntityManager, tenantId: TenantId): Promise<number> {
    return tx.countBy(Campaign, { tenantId });
  }

  /** Newest first unless the page has another order. */
  async listPage(
    tx: EntityManager,
    tenantId: TenantId,
    filter: CampaignFilter,
    page: PageRequest,
  ): Promise<Page<Campaign>> {
    return findPage(tx, Campaign, 'cam', matching(tenantId, filter), page);
  }

  async countMatching(tx: EntityManager, tenantId: TenantId, filter: CampaignFilter): Promise<BoundedCount> {
    return countBounded(tx.createQueryBuilder(Campaign, 'campaign').where(matching(tenantId, filter)));
  }

  async find(tx: EntityManager, tenantId: TenantId, id: Id<'cam'>): Promise<Campaign | null> {
    return tx.findOneBy(Campaign, { tenantId, id });
  }

  async listByIds(tx: EntityManager, tenantId: TenantId, ids: readonly Id<'cam'>[]): Promise<Campaign[]> {
    return tx.findBy(Campaign, { tenantId, id: In([...ids]) });
  }

  async lockForUpdate(tx: EntityManager, tenantId: TenantId, id: Id<'cam'>): Promise<Campaign | null> {
    return tx.findOne(Campaign, { where: { tenantId, id }, lock: { mode: 'pessimistic_write' } });
  }

  /** Updates a locked campaign. */
  async update(tx: EntityManager, campaign: Campaign, change: CampaignChange): Promise<Campaign> {
    return this.write(tx, campaign, values(change));
  }

  /** Updates a locked campaign that starts to run: notes the time and how many members its list has. */
  async start(tx: EntityManager, campaign: Campaign, change: CampaignChange = {}): Promise<Campaign> {
    const start = { status: 'running', startedAt: new Date(), recipients: () => MEMBERS_OF_LIST } as const;
    return this.write(tx, campaign, { ...values(change), ...start });
  }

  async delete(tx: EntityManager, { tenantId, id }: Campaign): Promise<void> {
    this.tell(tx, tenantId, id);
    await tx.getRepository(Campaign).delete({ tenantId, id });
  }

  /** The contacts of a list, in the order of their ids. */
  async listContacts(
    tx: EntityManager,
    { tenantId, listId, reached }: Campaign,
    limit: number,
  ): Promise<ContactData[]> {
    return many(tx, LIST_CONTACTS_OF_LIST, [tenantId, listId, reached, limit]);
  }

  /** Whether the tenant may send from the domain. */
  async isDomainVerified(tx: EntityManager, tenantId: TenantId, name: string): Promise<boolean> {
    return tx.existsBy(SendingDomain, { tenantId, name, verifiedAt: Not(IsNull()) });
  }

  private tell(tx: EntityManager, tenantId: TenantId, id: string): void {
    this.changes.changed(tx, tenantId, 'campaigns.changed', [id]);
  }

  private async write(
    tx: EntityManager,
    { tenantId, id }: Campaign,
    change: QueryDeepPartialEntity<Campaign>,
  ): Promise<Campaign> {
    this.tell(tx, tenantId, id);
    const campaigns = tx.getRepository(Campaign);
    return only(returned(tx, Campaign, await campaigns.update({ tenantId, id }, change, { returning: '*' })));
  }
}

function only([campaign]: Campaign[]): Campaign {
  if (!campaign) throw new Error('A statement that always returns a campaign returned none');
  return campaign;
}
