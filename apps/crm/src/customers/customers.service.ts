import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Problem } from '#libs/core/http';
import { Database, many, NO_ROWS, type KeysetPage, type KeysetRequest, type TenantId } from '#libs/core/persistence';
import { Company } from '../companies/company.entity.js';
import type { ContactFilter } from '../contact-list/contact-filter.js';
import { ContactListService } from '../contact-list/contact-list.service.js';
import type { ContactRecord } from '../contacts/contact-record.js';
import { ContactsService } from '../contacts/contacts.service.js';
import type { TypedContact } from '../contacts/typed-contact.js';
import { ACTIVITY_TIMES } from './customer.sql.js';

/** A contact in the stage of customers, with its company and the times of its timeline. */
export interface Customer extends ContactRecord {
  company: Pick<Company, 'id' | 'name'> | null;
  customerSince: Date;
  firstActivityAt: Date;
}

interface Times {
  contactId: string;
  firstAt: Date;
  stageAt: Date | null;
}

/** The contacts that are customers. */
@Injectable()
export class CustomersService {
  constructor(
    private readonly database: Database,
    private readonly list: ContactListService,
    private readonly contacts: ContactsService,
  ) {}

  /** A page, the newest contact first. */
  async listPage(tenantId: TenantId, filter: ContactFilter, page: KeysetRequest): Promise<KeysetPage<Customer>> {
    if (filter.stage !== undefined && filter.stage !== 'customer') return { items: [], next: null, count: NO_ROWS };
    const { items, ...rest } = await this.list.listPage(tenantId, { ...filter, stage: 'customer' }, page);
    return { items: await this.describe(tenantId, items), ...rest };
  }

  /** Null for a contact in another stage, too. */
  async find(tenantId: TenantId, id: string): Promise<Customer | null> {
    const record = await this.contacts.find(tenantId, id);
    if (record?.contact.stage !== 'customer') return null;
    return (await this.describe(tenantId, [record]))[0] ?? null;
  }

  /** Changes a customer as a contact. @throws Problem NotFound for a contact in another stage, and those of the contact */
  async update(tenantId: TenantId, userId: string, id: string, changes: TypedContact): Promise<Customer> {
    if (!(await this.find(tenantId, id))) throw new Problem('NotFound');
    const [customer] = await this.describe(tenantId, [await this.contacts.update(tenantId, userId, id, changes)]);
    return customer!;
  }

  /** The companies and times of contacts, in two statements. */
  private async describe(tenantId: TenantId, records: readonly ContactRecord[]): Promise<Customer[]> {
    if (records.length === 0) return [];
    const ids = records.map(({ contact }) => contact.id);
    const companyIds = records.flatMap(({ contact }) => contact.companyId ?? []);
    const { companies, times } = await this.database.tenant(tenantId, async (tx) => ({
      companies: await tx.findBy(Company, { tenantId, id: In(companyIds) }),
      times: await many<Times>(tx, ACTIVITY_TIMES, [tenantId, ids]),
    }));
    const companyOf = new Map(companies.map((company) => [company.id, company]));
    const timesOf = new Map(times.map((one) => [one.contactId, one]));
    return records.map((record): Customer => {
      const { id, companyId, createdAt } = record.contact;
      const known = timesOf.get(id);
      return {
        ...record,
        company: (companyId && companyOf.get(companyId)) || null,
        customerSince: known?.stageAt ?? createdAt,
        firstActivityAt: known?.firstAt ?? createdAt,
      };
    });
  }
}
