import {
  Injectable,
  SetMetadata,
  UseGuards,
  applyDecorators,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import {
  CredentialReader,
  currentSession,
  isWrite,
  requestOf,
  type Membership,
  type TenantView,
} from '#libs/core/auth';
import { ContextSlot, Problem } from '#libs/core/http';

export const TENANT_DEMAND = Symbol('tenant demand');

/** Conditions of a route for the caller and the tenant. */
interface Demand {
  /** Only the owner and the admins may call it. */
  manage?: boolean;
  /** Only an owner may call it. */
  owner?: boolean;
  /** A write that only takes access away, or what an owner has a right to, goes on while the tenant is suspended. */
  whileSuspended?: boolean;
}

/** The tenant that the path names, and the user's membership in it. */
export interface TenantOfPath {
  tenant: TenantView;
  membership: Membership;
}

/** Tenants by id: a call of GraphQL may ask for several at once. */
const slot = new ContextSlot<Map<unknown, TenantOfPath>>('tenants of the path');

/** The tenant that the route, or the field of GraphQL, names; the user is a member of it. */
export function tenantOfPath(id: string): TenantOfPath {
  const found = slot.get()?.get(id);
  if (!found) throw new Error('The route does not declare @OwnTenant');
  return found;
}

/**
 * Finds the tenant that `{id}` names among the user's own, before the body is validated. Another tenant's id is not found. A
 * suspended tenant can be read; of writes it takes those that the route declares with `whileSuspended`.
 */
@Injectable()
export class TenantOfPathGuard implements CanActivate {
  constructor(private readonly credentials: CredentialReader) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const id = tenantIdOf(context);
    const membership = currentSession().memberships.find(({ tenantId }) => tenantId === id);
    const tenant = membership && (await this.credentials.read('tenant', membership.tenantId));
    if (!membership || !tenant) throw new Problem('NotFound');
    const { manage, owner, whileSuspended } = Reflect.getMetadata(TENANT_DEMAND, context.getHandler()) as Demand;
    if (manage && membership.role === 'member') {
      throw new Problem('PermissionDenied', { message: 'This is for the owner and the admins of the tenant' });
    }
    if (owner && membership.role !== 'owner') {
      throw new Problem('PermissionDenied', { message: 'This is for the owners of the tenant' });
    }
    if (tenant.status === 'suspended' && isWrite(context) && !whileSuspended) throw new Problem('TenantSuspended');
    const found = slot.get() ?? new Map<unknown, TenantOfPath>();
    slot.set(found.set(id, { tenant, membership }));
    return true;
  }
}

/** Id in the path, or in the arguments of a field of GraphQL. */
function tenantIdOf(context: ExecutionContext): unknown {
  if (context.getType<string>() !== 'graphql') return requestOf(context).params['id'];
  return context.getArgByIndex<{ tenantId?: unknown }>(1).tenantId;
}

/** The route is about the tenant that `{id}` names, the field of GraphQL about that of its argument `tenantId`. */
export const OwnTenant = (demand: Demand = {}): MethodDecorator =>
  applyDecorators(SetMetadata(TENANT_DEMAND, demand), UseGuards(TenantOfPathGuard));
