import { Args, ID, Mutation, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import type { Organisation } from '../../organisations/organisation.entity.js';
import { OrganisationArgument } from '../../organisations/graphql/organisation-argument.js';
import { DomainSettingsService } from '../domain-settings.service.js';
import { DomainVerification } from '../verification/domain-verification.service.js';
import { AutocreateRequest, CatchAllRequest, CreateDomainRequest } from '../domain.requests.js';
import { DomainDetailObject, DomainObject } from '../domain.responses.js';
import { DomainsService } from '../domains.service.js';
import type { KeyedMailDomain } from '../mail-domain.js';
import { DomainArgument } from './domain-argument.js';

@Session({ role: 'admin' })
@Resolver(() => DomainObject)
export class DomainChangesResolver {
  constructor(
    private readonly domains: DomainsService,
    private readonly verification: DomainVerification,
    private readonly settings: DomainSettingsService,
  ) {}

  @Mutation(() => DomainDetailObject, {
    nullable: true,
    description: 'A new domain with its DKIM keys. Publish its records, then verify it.',
  })
  async createMailDomain(
    @OrganisationArgument() organisation: Organisation,
    @Args('input') { name }: CreateDomainRequest,
  ): Promise<DomainDetailObject> {
    return DomainDetailObject.ofDetail(await this.domains.create(currentTenantId(), organisation.id, name));
  }

  @Mutation(() => DomainDetailObject, {
    nullable: true,
    description:
      'Looks the records of a domain up and verifies it, when the ownership record and one DKIM record are found.',
  })
  async verifyMailDomain(@DomainArgument() { id }: KeyedMailDomain): Promise<DomainDetailObject> {
    return DomainDetailObject.ofDetail(await this.verification.verify(currentTenantId(), id));
  }

  @Mutation(() => DomainDetailObject, {
    nullable: true,
    description: 'Gives a domain new DKIM keys. The present ones sign until a check finds the records of the new ones.',
  })
  async rotateMailDomainKeys(@DomainArgument() domain: KeyedMailDomain): Promise<DomainDetailObject> {
    return DomainDetailObject.ofDetail(await this.domains.rotateKeys(currentTenantId(), domain));
  }

  @Mutation(() => DomainObject, {
    nullable: true,
    description: 'Chooses the mailbox that takes mail to addresses without a mailbox; null rejects such mail.',
  })
  async setMailDomainCatchAll(
    @DomainArgument() { id }: KeyedMailDomain,
    @Args('input') { mailbox_id }: CatchAllRequest,
  ): Promise<DomainObject> {
    return DomainObject.of(await this.settings.setCatchAll(currentTenantId(), id, mailbox_id));
  }

  @Mutation(() => DomainObject, {
    nullable: true,
    description: 'Chooses whether mail to an address without a mailbox makes one.',
  })
  async setMailDomainAutocreate(
    @DomainArgument() { id }: KeyedMailDomain,
    @Args('input') { enabled }: AutocreateRequest,
  ): Promise<DomainObject> {
    return DomainObject.of(await this.settings.setAutocreate(currentTenantId(), id, enabled));
  }

  @Mutation(() => ID, {
    nullable: true,
    description: 'Removes a domain with its keys; Conflict while mailboxes live on it. Answers its id.',
  })
  async deleteMailDomain(@DomainArgument() { id }: KeyedMailDomain): Promise<string> {
    await this.domains.delete(currentTenantId(), id);
    return id;
  }
}
