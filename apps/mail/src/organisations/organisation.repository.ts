import { Injectable } from '@nestjs/common';
import { IsNull, type EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { type KeysetPage, type KeysetRequest, listKeysetPage, type TenantId } from '#libs/core/persistence';
import { countContents, type OrganisationCounts } from './organisation-counts.sql.js';
import { Organisation } from './organisation.entity.js';

/** An organisation with how many domains and mailboxes it has. */
export type CountedOrganisation = Organisation & OrganisationCounts;

@Injectable()
export class OrganisationRepository {
  /** The organisation that every tenant has, made at the first call, also when several come at once. */
  async findOrInsertOwn(tx: EntityManager, tenantId: TenantId): Promise<Organisation> {
    const own = { tenantId, name: IsNull() };
    const known = await tx.findOneBy(Organisation, own);
    if (known) return known;
    const values = { tenantId, id: uuidv7(), name: null };
    await tx.createQueryBuilder().insert().into(Organisation).values(values).orIgnore().execute();
    return tx.findOneByOrFail(Organisation, own);
  }

  async find(tx: EntityManager, tenantId: TenantId, id: string): Promise<Organisation | null> {
    return tx.findOneBy(Organisation, { tenantId, id });
  }

  /** Newest first. */
  async listPage(tx: EntityManager, tenantId: TenantId, page: KeysetRequest): Promise<KeysetPage<CountedOrganisation>> {
    const query = tx.createQueryBuilder(Organisation, 'organisation').where({ tenantId });
    const { items, ...rest } = await listKeysetPage(query, ['id'], page);
    const ids = items.map(({ id }) => id);
    const counts = ids.length > 0 ? await countContents(tx, tenantId, ids) : new Map<string, OrganisationCounts>();
    return { items: items.map((one) => ({ ...one, ...(counts.get(one.id) ?? NOTHING) })), ...rest };
  }
}

const NOTHING: OrganisationCounts = { domains: 0, mailboxes: 0 };
