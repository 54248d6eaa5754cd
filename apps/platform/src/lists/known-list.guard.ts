import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { currentTenantId, requestOf } from '#libs/auth';
import { ListsService } from './lists.service.js';

/**
 * Refuses a list that is unknown, or another tenant's, before the body or the query is judged. The operation itself
 * looks for the list again, in the transaction that does something with it.
 */
@Injectable()
export class KnownListGuard implements CanActivate {
  constructor(private readonly lists: ListsService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { id } = requestOf(context).params;
    await this.lists.read(currentTenantId(), String(id));
    return true;
  }
}
