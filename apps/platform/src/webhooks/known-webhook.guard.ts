import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { currentTenantId, requestOf } from '#libs/auth';
import { Problem } from '#libs/http';
import { isId } from '#libs/persistence';
import { WebhooksService } from './webhooks.service.js';

/**
 * Refuses an endpoint that is unknown, or another tenant's, before the body or the query is judged. The operation
 * itself looks for the endpoint again, in the transaction that does something with it.
 */
@Injectable()
export class KnownWebhookGuard implements CanActivate {
  constructor(private readonly webhooks: WebhooksService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { id, delivery } = requestOf(context).params;
    if (!isId('whk', id) || (delivery !== undefined && !isId('whd', delivery))) throw new Problem('NotFound');
    await this.webhooks.read(currentTenantId(), id);
    return true;
  }
}
