import { Module } from '@nestjs/common';
import { CompaniesModule } from '../companies/companies.module.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { KeysModule } from '../keys/keys.module.js';
import { TimelineModule } from '../timeline/timeline.module.js';
import { CompanyPeopleController } from './company-people.controller.js';
import { CompanyPeopleService } from './company-people.service.js';
import { CompanyPeopleResolver } from './graphql/company-people.resolver.js';
import {
  CompanyPersonRelationsResolver,
  CompanyRelationsResolver,
  ContactCompanyResolver,
} from './graphql/company-relations.resolver.js';
import { CompanyRelations } from './graphql/company-relations.js';

/** The contacts of companies, with their names and addresses. */
@Module({
  imports: [CompaniesModule, ContactsModule, KeysModule, TimelineModule],
  controllers: [CompanyPeopleController],
  providers: [
    CompanyPeopleResolver,
    CompanyPeopleService,
    CompanyPersonRelationsResolver,
    CompanyRelations,
    CompanyRelationsResolver,
    ContactCompanyResolver,
  ],
})
export class CompanyPeopleModule {}
