import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, KeyOrSession } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { SealedCursors } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { ListOrganisationsQuery, OrganisationPage } from './organisation.dto.js';
import { OrganisationsService } from './organisations.service.js';

@ApiTags('Organisations')
@Controller('orgs')
export class OrganisationsController {
  private readonly cursors: SealedCursors;

  constructor(
    private readonly organisations: OrganisationsService,
    secrets: SecretBox,
  ) {
    this.cursors = new SealedCursors(secrets, 'mail.organisations');
  }

  @Get()
  @KeyOrSession('mail:admin')
  @Operation({
    summary: 'List the organisations of the account',
    description: 'Every account has one, which domains are added to.',
    success: { status: 200, type: OrganisationPage },
  })
  async list(@Query() query: ListOrganisationsQuery): Promise<OrganisationPage> {
    return OrganisationPage.read(query, this.cursors, (page) => this.organisations.listPage(currentTenantId(), page));
  }
}
