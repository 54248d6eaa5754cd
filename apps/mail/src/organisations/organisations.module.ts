import { Module } from '@nestjs/common';
import { OrganisationRepository } from './organisation.repository.js';
import { OrganisationsController } from './organisations.controller.js';
import { OrganisationsService } from './organisations.service.js';
import { OrganisationsResolver } from './graphql/organisations.resolver.js';

@Module({
  controllers: [OrganisationsController],
  providers: [OrganisationsResolver, OrganisationRepository, OrganisationsService],
  exports: [OrganisationRepository, OrganisationsService],
})
export class OrganisationsModule {}
