import { Args, ID, Mutation, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { DomainVerification } from '../domain-verification.service.js';
import { CreateDomainRequest } from '../domain.requests.js';
import { DomainView } from '../domain.responses.js';
import { DomainsService } from '../domains.service.js';

@Session({ role: 'admin' })
@Resolver(() => DomainView)
export class DomainChangesResolver {
  constructor(
    private readonly domains: DomainsService,
    private readonly verification: DomainVerification,
  ) {}

  @Mutation(() => DomainView, {
    nullable: true,
    description: 'Adds a sending domain with its DKIM keys. Publish its records, then verify it.',
  })
  async createSendingDomain(@Args('input') { Name }: CreateDomainRequest): Promise<DomainView> {
    return DomainView.of(await this.domains.create(currentTenantId(), Name));
  }

  @Mutation(() => DomainView, {
    nullable: true,
    description:
      'Looks the records of a domain up: it is verified when the ownership record and one DKIM record are found. Conflict if ' +
      'another account has it verified.',
  })
  async verifySendingDomain(@Args('id', { type: () => ID }) id: string): Promise<DomainView> {
    return DomainView.of(await this.verification.verify(currentTenantId(), id));
  }

  @Mutation(() => DomainView, {
    nullable: true,
    description:
      'Gives a domain new DKIM keys. The present ones sign until a check finds the records of the new ones. Conflict while ' +
      'keys that were made before wait for their records.',
  })
  async rotateSendingDomainKeys(@Args('id', { type: () => ID }) id: string): Promise<DomainView> {
    return DomainView.of(await this.domains.rotateKeys(currentTenantId(), id));
  }

  @Mutation(() => ID, {
    nullable: true,
    description: 'Removes a domain with its keys: nothing more is accepted from it. Answers its id.',
  })
  async deleteSendingDomain(@Args('id', { type: () => ID }) id: string): Promise<string> {
    await this.domains.delete(currentTenantId(), id);
    return id;
  }
}
