import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { auditDifference, auditFields, type AuditFields } from '#libs/core/audit';
import { isUuid, Problem } from '#libs/core/http';
import { Database, type KeysetPage, type KeysetRequest, type TenantId } from '#libs/core/persistence';
import { recordTrail } from '../audit-trail.js';
import { TenantKeys } from '../keys/tenant-keys.js';
import { Activity } from '../timeline/activity.entity.js';
import { toActivity } from '../timeline/timeline.js';
import { CompanyPeopleRepository } from './company-people.repository.js';
import { conflictOf } from './company-problems.js';
import { ContactEvents } from '../contact-events/contact-events.js';
import type { Company } from './company.entity.js';
import { type CompanyFilters, CompanyRepository, type CompanyValues } from './company.repository.js';

/** Contacts that are released in one statement. */
const RELEASED = 500;

const AUDITED = ['name', 'cnpj', 'sector', 'size', 'country', 'state', 'city'] as const;

/** The companies of a tenant. */
@Injectable()
export class CompaniesService {
  constructor(
    private readonly database: Database,
    private readonly companies: CompanyRepository,
    private readonly people: CompanyPeopleRepository,
    private readonly keys: TenantKeys,
    private readonly events: ContactEvents,
  ) {}

  /** @throws Problem AlreadyExists if another company has the name or CNPJ */
  async create(tenantId: TenantId, values: CompanyValues): Promise<Company> {
    try {
      return await this.database.tenant(tenantId, async (tx) => {
        const company = await this.companies.insert(tx, tenantId, values);
        await auditCompany(tx, 'company.created', company, { after: auditFields(company, AUDITED) });
        return company;
      });
    } catch (error) {
      throw conflictOf(error);
    }
  }

  async listPage(tenantId: TenantId, filters: CompanyFilters, page: KeysetRequest): Promise<KeysetPage<Company>> {
    return this.database.tenant(tenantId, (tx) => this.companies.listPage(tx, tenantId, filters, page));
  }

  /** Null if there is none, or it is deleted. */
  async find(tenantId: TenantId, id: string): Promise<Company | null> {
    if (!isUuid(id)) return null;
    return this.database.tenant(tenantId, (tx) => this.companies.find(tx, tenantId, id));
  }

  /** Lists the companies with these ids, in any order. Deleted ones are left out. */
  async listByIds(tenantId: TenantId, ids: readonly string[]): Promise<Company[]> {
    return this.database.tenant(tenantId, (tx) => this.companies.findMany(tx, tenantId, ids));
  }

  /** Changes what is given. @throws Problem NotFound, AlreadyExists if another company has the name or CNPJ */
  async update(tenantId: TenantId, id: string, changes: Partial<CompanyValues>): Promise<Company> {
    try {
      return await this.database.tenant(tenantId, async (tx) => {
        const before = found(await this.companies.lockForUpdate(tx, tenantId, id));
        if (Object.keys(changes).length === 0) return before;
        await this.companies.update(tx, before, changes);
        const company = found(await this.companies.find(tx, tenantId, id));
        const difference = auditDifference(before, company, AUDITED);
        if (difference) await auditCompany(tx, 'company.changed', company, difference);
        return company;
      });
    } catch (error) {
      throw conflictOf(error);
    }
  }

  /** Its contacts stay, without a company; each has it in its timeline. @throws Problem NotFound */
  async delete(tenantId: TenantId, id: string, authorId: string): Promise<void> {
    const cipher = await this.keys.cipherOf(tenantId);
    await this.database.tenant(tenantId, async (tx) => {
      const company = found(await this.companies.lockForUpdate(tx, tenantId, id));
      const activity = { type: 'company-changed', authorId, data: { from: company.name, to: null } } as const;
      await this.people.deleteLinks(tx, tenantId, id);
      for (let released = RELEASED; released === RELEASED;) {
        const contacts = await this.people.releaseContacts(tx, tenantId, id, RELEASED);
        released = contacts.length;
        const rows = contacts.flatMap((contact) => {
          if (!contact.dataKey) return [];
          const key = cipher.openContactKey(contact.id, contact.dataKey);
          return [toActivity(tenantId, contact.id, key, activity)];
        });
        if (rows.length > 0) await tx.insert(Activity, rows);
        const told = contacts.filter(({ isLive }) => isLive);
        await this.events.changed(
          tx,
          tenantId,
          told.map((contact) => ({ kind: 'updated', contactId: contact.id, fields: ['empresa_id'] })),
        );
      }
      await this.companies.softDelete(tx, company);
      await auditCompany(tx, 'company.deleted', company, { before: auditFields(company, AUDITED) });
    });
  }
}

async function auditCompany(
  tx: EntityManager,
  action: string,
  { tenantId, id }: Company,
  fields: { before?: AuditFields; after?: AuditFields },
): Promise<void> {
  await recordTrail(tx, { action, object: { type: 'company', id }, tenantId, ...fields });
}

export function found<T>(row: T | null): T {
  if (!row) throw new Problem('NotFound');
  return row;
}
