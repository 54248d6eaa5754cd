import { currentTenantId } from '#libs/core/auth';
import { knownBy } from '#libs/core/http';
import { DomainsService } from './domains.service.js';

/** The domain that the path names as `:id`, with its keys, for a handler or its parameter; 404 without one. */
export const KnownDomain = knownBy(DomainsService, (domains, { id = '' }) => domains.find(currentTenantId(), id));
