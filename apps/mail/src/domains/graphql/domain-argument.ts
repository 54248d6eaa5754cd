import { currentTenantId } from '#libs/core/auth';
import { knownArgument } from '#libs/core/graphql';
import { DomainsService } from '../domains.service.js';

/** The domain that the argument `domain_id` names, with its keys. */
export const DomainArgument = knownArgument('domain_id', DomainsService, (domains, id) =>
  domains.find(currentTenantId(), id),
);
