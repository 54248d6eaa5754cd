import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Problem } from '#libs/core/http';
import { Database, type Id, isId, type TenantId } from '#libs/core/persistence';
import { assertSessionOpen } from '../sessions/session-check.js';
import { TenantRepository } from './tenant.repository.js';
import { PasswordCheck } from '../users/password-check.js';

/** Verifies that a user owns a tenant. */
@Injectable()
export class OwnerCheck {
  constructor(
    private readonly database: Database,
    private readonly tenants: TenantRepository,
    private readonly passwords: PasswordCheck,
  ) {}

  /** Needs a transaction of the tenant. @throws Problem NotFound for a user who is no member, PermissionDenied */
  async assertOwner(tx: EntityManager, tenantId: TenantId, userId: Id<'usr'>): Promise<void> {
    const role = await this.tenants.findRole(tx, tenantId, userId);
    if (!role) throw new Problem('NotFound');
    if (role !== 'owner') throw new Problem('PermissionDenied', { message: 'This is for the owners of the tenant' });
  }

  /**
   * Confirms an action that a session alone does not allow by the owner's password. Returns the tenant's id.
   * @throws Problem NotFound, PermissionDenied, AuthorizationError (wrong password), Throttling
   */
  async confirm(id: string, userId: Id<'usr'>, password: string): Promise<TenantId> {
    const tenantId = tenantIdOf(id);
    await this.database.tenant(tenantId, (tx) => this.assertOwner(tx, tenantId, userId));
    await this.passwords.confirm(userId, password);
    await this.database.system((tx) => assertSessionOpen(tx));
    return tenantId;
  }
}

/** @throws Problem NotFound if it is no id of a tenant */
export function tenantIdOf(id: string): TenantId {
  if (!isId('acc', id)) throw new Problem('NotFound');
  return id;
}
