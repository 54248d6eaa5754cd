import { Args, Query, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { SealedCursors } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { OrganisationObject } from '../organisation.dto.js';
import { OrganisationsService } from '../organisations.service.js';
import { OrganisationConnection, OrganisationConnectionArgs } from './organisation.types.js';

@Session()
@Resolver(() => OrganisationObject)
export class OrganisationsResolver {
  private readonly cursors: SealedCursors;

  constructor(
    private readonly organisations: OrganisationsService,
    secrets: SecretBox,
  ) {
    this.cursors = new SealedCursors(secrets, 'mail.organisations');
  }

  @Query(() => OrganisationConnection, {
    nullable: true,
    description: 'The organisations of the account. Every account has one, which domains are added to.',
  })
  async mailOrganisations(@Args() args: OrganisationConnectionArgs): Promise<OrganisationConnection> {
    return OrganisationConnection.read(args, this.cursors, (page) =>
      this.organisations.listPage(currentTenantId(), page),
    );
  }
}
