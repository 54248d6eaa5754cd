import {
  Injectable,
  SetMetadata,
  UseGuards,
  applyDecorators,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { CredentialReader, currentSession, isWrite, requestOf, type Membership, type TenantView } from '#libs/auth';
import { ContextSlot, Problem } from '#libs/http';

const MANAGEMENT = Symbol('management');

/** The tenant that the path names, and the user's membership in it. */
export interface TenantOfPath {
  tenant: TenantView;
  membership: Membership;
}

const slot = new ContextSlot<TenantOfPath>('tenant of the path');

/** The tenant that `{id}` of the route names; the user is a member of it. */
export function tenantOfPath(): TenantOfPath {
  const found = slot.get();
  if (!found) throw new Error('The route does not declare @OwnTenant');
  return found;
}

/**
 * Finds the tenant that `{id}` names among the user's own, before the body is validated. Another tenant's id is not
 * found; a suspended tenant can be read and not written.
 */
@Injectable()
export class TenantOfPathGuard implements CanActivate {
  constructor(private readonly credentials: CredentialReader) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { id } = requestOf(context).params;
    const membership = currentSession().memberships.find(({ tenantId }) => tenantId === id);
    const tenant = membership && (await this.credentials.read('tenant', membership.tenantId));
    if (!membership || !tenant) throw new Problem('NotFound');
    if (Reflect.getMetadata(MANAGEMENT, context.getHandler()) && membership.role === 'member') {
      throw new Problem('PermissionDenied', { message: 'This is for the owner and the admins of the tenant' });
    }
    if (tenant.status === 'suspended' && isWrite(context)) throw new Problem('TenantSuspended');
    slot.set({ tenant, membership });
    return true;
  }
}

/** The route is about the tenant that `{id}` names; `manage` allows only its owners and admins. */
export const OwnTenant = ({ manage = false }: { manage?: boolean } = {}): MethodDecorator =>
  applyDecorators(SetMetadata(MANAGEMENT, manage), UseGuards(TenantOfPathGuard));
