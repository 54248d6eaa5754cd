import { Injectable } from '@nestjs/common';
import { CredentialReader, type Role, type UserView } from '#libs/core/auth';
import { isId, type TenantId } from '#libs/core/persistence';

/** A user of a tenant, as the credential view has it at this moment. */
export type TenantMember = UserView & { role: Role };

/** The users of a tenant. */
@Injectable()
export class Members {
  constructor(private readonly credentials: CredentialReader) {}

  /** Null unless the user is an active member of the tenant. @throws Problem ServiceUnavailable if identity is needed and away */
  async find(tenantId: TenantId, userId: string): Promise<TenantMember | null> {
    const user = isId('usr', userId) ? await this.credentials.read('user', userId) : null;
    const membership = user?.active ? user.memberships.find((one) => one.tenantId === tenantId) : undefined;
    return user && membership ? { ...user, role: membership.role } : null;
  }
}
