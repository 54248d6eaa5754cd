import { Module } from '@nestjs/common';
import { ContactsModule } from '../contacts/contacts.module.js';
import { KeysModule } from '../keys/keys.module.js';
import { TimelineModule } from '../timeline/timeline.module.js';
import { CompaniesController } from './companies.controller.js';
import { CompaniesResolver } from './graphql/companies.resolver.js';
import {
  CompanyPersonRelationsResolver,
  CompanyRelationsResolver,
  ContactCompanyResolver,
} from './graphql/company-relations.resolver.js';
import { CompanyRelations } from './graphql/company-relations.js';
import { CompaniesService } from './companies.service.js';
import { CompanyPeopleController } from './company-people.controller.js';
import { CompanyPeopleEraser } from './company-people.eraser.js';
import { CompanyPeopleRepository } from './company-people.repository.js';
import { CompanyPeopleService } from './company-people.service.js';
import { CompanyRepository } from './company.repository.js';

@Module({
  imports: [ContactsModule, KeysModule, TimelineModule],
  controllers: [CompaniesController, CompanyPeopleController],
  providers: [
    CompaniesResolver,
    CompaniesService,
    CompanyPeopleEraser,
    CompanyPeopleRepository,
    CompanyPeopleService,
    CompanyPersonRelationsResolver,
    CompanyRelations,
    CompanyRelationsResolver,
    CompanyRepository,
    ContactCompanyResolver,
  ],
  exports: [CompaniesService, CompanyRelations, CompanyRepository],
})
export class CompaniesModule {}
