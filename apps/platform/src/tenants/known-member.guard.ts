import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { requestOf } from '#libs/auth';
import { isPublicId, Problem } from '#libs/http';
import { IdentityGateway } from '../auth/identity-gateway.js';

/** Finds the member that `{userId}` names before the body is looked at, in the tenant that the path names. */
@Injectable()
export class KnownMemberGuard implements CanActivate {
  constructor(private readonly identity: IdentityGateway) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { id, userId } = requestOf(context).params;
    if (!isPublicId('usr', userId)) throw new Problem('NotFound');
    await this.identity.ask('GET', `/internal/tenants/${String(id)}/members/${String(userId)}`);
    return true;
  }
}
