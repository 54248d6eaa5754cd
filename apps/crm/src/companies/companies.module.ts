import { Module } from '@nestjs/common';
import { ContactEventsModule } from '../contact-events/contact-events.module.js';
import { KeysModule } from '../keys/keys.module.js';
import { CompaniesController } from './companies.controller.js';
import { CompaniesService } from './companies.service.js';
import { CompanyPeopleEraser } from './company-people.eraser.js';
import { CompanyPeopleRepository } from './company-people.repository.js';
import { CompanyRepository } from './company.repository.js';
import { CompaniesResolver } from './graphql/companies.resolver.js';

@Module({
  imports: [ContactEventsModule, KeysModule],
  controllers: [CompaniesController],
  providers: [CompaniesResolver, CompaniesService, CompanyPeopleEraser, CompanyPeopleRepository, CompanyRepository],
  exports: [CompaniesService, CompanyPeopleRepository, CompanyRepository],
})
export class CompaniesModule {}
