import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { currentTenantId, requestOf } from '#libs/auth';
import { Problem } from '#libs/http';
import { SuppressionsService } from './suppressions.service.js';

/** Refuses an entry that is unknown, or another tenant's, before the query is judged. */
@Injectable()
export class KnownSuppressionGuard implements CanActivate {
  constructor(private readonly suppressions: SuppressionsService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { name } = requestOf(context).params;
    if (typeof name === 'string' && (await this.suppressions.exists(currentTenantId(), name))) return true;
    throw new Problem('NotFound');
  }
}
