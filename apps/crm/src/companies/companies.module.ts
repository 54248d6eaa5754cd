import { Module } from '@nestjs/common';
import { ContactsModule } from '../contacts/contacts.module.js';
import { KeysModule } from '../keys/keys.module.js';
import { TimelineModule } from '../timeline/timeline.module.js';
import { CompaniesController } from './companies.controller.js';
import { CompaniesService } from './companies.service.js';
import { CompanyPeopleController } from './company-people.controller.js';
import { CompanyPeopleEraser } from './company-people.eraser.js';
import { CompanyPeopleRepository } from './company-people.repository.js';
import { CompanyPeopleService } from './company-people.service.js';
import { CompanyRepository } from './company.repository.js';

@Module({
  imports: [ContactsModule, KeysModule, TimelineModule],
  controllers: [CompaniesController, CompanyPeopleController],
  providers: [CompaniesService, CompanyPeopleEraser, CompanyPeopleRepository, CompanyPeopleService, CompanyRepository],
  exports: [CompaniesService, CompanyRepository],
})
export class CompaniesModule {}
