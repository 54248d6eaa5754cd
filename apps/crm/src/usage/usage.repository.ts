import { Injectable } from '@nestjs/common';
import { And, type EntityManager, IsNull, LessThan, MoreThanOrEqual } from 'typeorm';
import type { TenantId } from '#libs/core/persistence';
import { Company } from '../companies/company.entity.js';
import { ContactExport } from '../contact-list/contact-export.entity.js';
import { Contact } from '../contacts/contact.entity.js';
import { countMessages } from '../journeys/figures/journey-count.sql.js';
import { Journey } from '../journeys/definition/journey.entity.js';
import { ContactImport } from '../imports/contact-import.entity.js';

export interface LocalUsage {
  contacts: number;
  companies: number;
  activeJourneys: number;
  messages: number;
  imports: number;
  exports: number;
}

/** Counts the use of the CRM from its tables. */
@Injectable()
export class UsageRepository {
  /** Counts contacts, companies and journeys that are on as of now; messages of journeys, imports and exports from `start` until before `end`. */
  async count(tx: EntityManager, tenantId: TenantId, start: Date, end: Date): Promise<LocalUsage> {
    const createdAt = And(MoreThanOrEqual(start), LessThan(end));
    return {
      contacts: await tx.countBy(Contact, { tenantId, deletedAt: IsNull() }),
      companies: await tx.countBy(Company, { tenantId, deletedAt: IsNull() }),
      activeJourneys: await tx.countBy(Journey, { tenantId, active: true, deletedAt: IsNull() }),
      messages: await countMessages(tx, tenantId, start, end),
      imports: await tx.countBy(ContactImport, { tenantId, isDryRun: false, createdAt }),
      exports: await tx.countBy(ContactExport, { tenantId, createdAt }),
    };
  }
}
