import { Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { TenantLoader } from '#libs/core/graphql';
import { DomainObject } from '../../domains/domain.responses.js';
import { DomainsService } from '../../domains/domains.service.js';
import type { KeyedMailDomain } from '../../domains/mail-domain.js';
import { MailboxObject } from '../dto/mailbox.object.js';

/** Resolves the domain of a mailbox; its folders and labels have resolvers of their own. */
@Resolver(() => MailboxObject)
export class MailboxDomainResolver {
  private readonly domains: TenantLoader<string, KeyedMailDomain>;

  constructor(domains: DomainsService) {
    this.domains = new TenantLoader(
      (tenantId, ids) => domains.listByIds(tenantId, ids),
      ({ id }) => id,
    );
  }

  @ResolveField(() => DomainObject, { nullable: true, description: 'Null once it is removed.' })
  async domain(@Parent() { domain_id }: MailboxObject): Promise<DomainObject | null> {
    const domain = await this.domains.load(domain_id);
    return domain ? DomainObject.of(domain) : null;
  }
}
