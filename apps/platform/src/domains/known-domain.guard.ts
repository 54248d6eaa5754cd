import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { currentTenantId, requestOf } from '#libs/auth';
import { DomainsService } from './domains.service.js';

/**
 * Refuses a domain that is unknown, or another tenant's, before the body or the query is judged. The operation itself
 * looks for the domain again, in the transaction that does something with it.
 */
@Injectable()
export class KnownDomainGuard implements CanActivate {
  constructor(private readonly domains: DomainsService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    await this.domains.load(currentTenantId(), String(requestOf(context).params['id']));
    return true;
  }
}
