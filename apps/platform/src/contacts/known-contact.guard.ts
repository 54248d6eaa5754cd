import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { currentTenantId, requestOf } from '#libs/auth';
import { Problem } from '#libs/http';
import { ContactsService } from './contacts.service.js';

/**
 * Refuses a contact that is unknown, or another tenant's, before the body or the query is judged. The operation itself
 * looks for the contact again, in the transaction that does something with it.
 */
@Injectable()
export class KnownContactGuard implements CanActivate {
  constructor(private readonly contacts: ContactsService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { id } = requestOf(context).params;
    if (typeof id !== 'string' || !(await this.contacts.exists(currentTenantId(), id))) throw new Problem('NotFound');
    return true;
  }
}
