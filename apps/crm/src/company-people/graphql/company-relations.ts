import { Injectable } from '@nestjs/common';
import { TenantLoader, TenantPagesLoader } from '#libs/core/graphql';
import type { ContactRecord } from '../../contacts/contact-record.js';
import { CompaniesService } from '../../companies/companies.service.js';
import { type CompanyMember, CompanyPeopleService } from '../company-people.service.js';
import type { CompanyCount, OfCompany } from '../../companies/company-people.repository.js';
import type { Company } from '../../companies/company.entity.js';

/** Companies that lists refer to, and what belongs to companies, found for all items of a list at once. */
@Injectable()
export class CompanyRelations {
  readonly companies: TenantLoader<string, Company>;
  readonly contacts: TenantPagesLoader<OfCompany, ContactRecord>;
  readonly contactCounts: TenantLoader<string, CompanyCount>;
  readonly people: TenantPagesLoader<OfCompany, CompanyMember>;

  constructor(companies: CompaniesService, people: CompanyPeopleService) {
    this.companies = new TenantLoader(
      (tenantId, ids) => companies.listByIds(tenantId, ids),
      ({ id }) => id,
    );
    this.contacts = new TenantPagesLoader((tenantId, requests) => people.listContactPages(tenantId, requests));
    this.contactCounts = new TenantLoader(
      (tenantId, ids) => people.countContacts(tenantId, ids),
      ({ companyId }) => companyId,
    );
    this.people = new TenantPagesLoader((tenantId, requests) => people.listMemberPages(tenantId, requests));
  }
}
