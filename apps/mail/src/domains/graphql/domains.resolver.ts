import { Args, Query, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { Problem } from '#libs/core/http';
import { SealedCursors } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { OrganisationsService } from '../../organisations/organisations.service.js';
import { DomainDetailObject, DomainDnsResponse, DomainObject } from '../domain.responses.js';
import { DomainsService } from '../domains.service.js';
import type { KeyedMailDomain } from '../mail-domain.js';
import { DomainArgument } from './domain-argument.js';
import { DomainConnection, DomainConnectionArgs } from './domain.types.js';

@Session()
@Resolver(() => DomainObject)
export class DomainsResolver {
  private readonly cursors: SealedCursors;

  constructor(
    private readonly organisations: OrganisationsService,
    private readonly domains: DomainsService,
    secrets: SecretBox,
  ) {
    this.cursors = new SealedCursors(secrets, 'mail.domains');
  }

  @Query(() => DomainConnection, { nullable: true, description: 'The domains of an organisation, newest first.' })
  async mailDomains(@Args() args: DomainConnectionArgs): Promise<DomainConnection> {
    const tenantId = currentTenantId();
    const organisation = await this.organisations.find(tenantId, args.org_id);
    if (!organisation) throw new Problem('NotFound');
    return DomainConnection.read(args, this.cursors, (page) => this.domains.listPage(tenantId, organisation.id, page));
  }

  @Query(() => DomainDetailObject, {
    nullable: true,
    description: 'A domain with its keys, and its records with what the last check found of them.',
  })
  mailDomain(@DomainArgument() domain: KeyedMailDomain): DomainDetailObject {
    return DomainDetailObject.ofDetail(this.domains.describe(domain));
  }

  @Query(() => DomainDnsResponse, {
    nullable: true,
    description:
      'The records of a domain beside what DNS has now. A record about which DNS does not answer is unchecked.',
  })
  async mailDomainDns(@DomainArgument() domain: KeyedMailDomain): Promise<DomainDnsResponse> {
    return DomainDnsResponse.of(await this.domains.lookUp(domain));
  }
}
