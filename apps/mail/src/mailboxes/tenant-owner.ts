import { Injectable } from '@nestjs/common';
import { IdentityClient } from '#libs/core/auth';
import { Problem } from '#libs/core/http';
import { type Id, isId, type TenantId } from '#libs/core/persistence';

/** Asks identity for the owner of a tenant. */
@Injectable()
export class TenantOwner {
  constructor(private readonly identity: IdentityClient) {}

  /** The owner who joined first; null for a tenant without members. @throws Problem ServiceUnavailable */
  async find(tenantId: TenantId): Promise<Id<'usr'> | null> {
    const { status, body } = await this.identity.call('GET', `/internal/tenants/${tenantId}/owner`);
    if (status === 404) return null;
    const { userId } = (body ?? {}) as { userId?: unknown };
    if (status !== 200 || !isId('usr', userId)) {
      throw new Problem('ServiceUnavailable', { message: 'The identity service did not name the owner' });
    }
    return userId;
  }
}
