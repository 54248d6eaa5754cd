import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Role } from '#libs/core/auth';
import { Problem } from '#libs/core/http';
import { Database, type Id, isId, newId, sqlState, type TenantId, violatedUnique } from '#libs/core/persistence';
import { randomHex } from '#libs/core/secrets';
import { IdentityConfig } from '../config.js';
import { CredentialPublisher } from '../credentials/credential-publisher.js';
import { recordViewChanges } from '../credentials/view-change.sql.js';
import { slugOf } from './slug.js';
import { auditMember, auditNewTenant, auditTenantChange } from './tenant-audit.js';
import type { Tenant } from './tenant.entity.js';
import { TenantRepository, type NewTenant, type TenantPatch } from './tenant.repository.js';

const SLUG_ATTEMPTS = 5;
const MOST_OWNED = 20;
const FOREIGN_KEY_VIOLATION = '23503';

@Injectable()
export class TenantsService {
  constructor(
    private readonly database: Database,
    private readonly tenants: TenantRepository,
    private readonly publisher: CredentialPublisher,
    private readonly config: IdentityConfig,
  ) {}

  /** Creates a tenant with its owner. @throws Problem NotFound if there is no such user, Conflict if they own too many */
  async create(ownerId: Id<'usr'>, name: string, products = this.config.newTenantProducts): Promise<Tenant> {
    const id = newId('acc');
    const changes = [
      { kind: 'tenant', name: id },
      { kind: 'user', name: ownerId },
    ] as const;
    const tenant = await this.database.tenant(id, async (tx) => {
      await this.tenants.lockOwner(tx, ownerId);
      const owned = await this.database.system((system) => this.tenants.countOwned(system, ownerId));
      if (owned >= MOST_OWNED) throw tooManyOwned();
      const created = await this.insert(tx, { id, name, plan: this.config.newTenantPlan, products }, ownerId);
      await this.insertMember(tx, id, ownerId, 'owner');
      await recordViewChanges(tx, changes);
      return created;
    });
    // The owner's other memberships may be in the view already.
    await this.publisher.publishOrLog(changes);
    return tenant;
  }

  /**
   * Inserts a tenant without members, and records it.
   * @param ownerId null if its owner is only invited
   */
  async insert(tx: EntityManager, tenant: Omit<NewTenant, 'slug'>, ownerId: Id<'usr'> | null): Promise<Tenant> {
    await this.insertWithFreeSlug(tx, tenant);
    const created = await this.getIn(tx, tenant.id);
    await auditNewTenant(tx, created, ownerId);
    return created;
  }

  /**
   * @param name id or slug, which no underscore is part of
   * @throws Problem NotFound
   */
  async get(name: string): Promise<Tenant> {
    if (isId('acc', name)) return this.inTenant(name, (tx, tenantId) => this.getIn(tx, tenantId));
    const tenant = await this.database.system((tx) => this.tenants.findBySlug(tx, name));
    if (!tenant) throw new Problem('NotFound');
    return tenant;
  }

  /** The owner who joined first. @throws Problem NotFound also for a tenant whose owner is only invited */
  async getOwner(id: string): Promise<Id<'usr'>> {
    const ownerId = await this.inTenant(id, (tx, tenantId) => this.tenants.findOwner(tx, tenantId));
    if (!ownerId) throw new Problem('NotFound');
    return ownerId;
  }

  /**
   * When this returns, every app knows the new status, plan and products. `reason` goes into the audit log, and beside the
   * status if that changes. @throws Problem NotFound
   */
  async update(id: string, change: Omit<TenantPatch, 'statusReason'>, reason?: string): Promise<Tenant> {
    const changes = [{ kind: 'tenant', name: id }] as const;
    const patch: TenantPatch = { ...change, ...(change.status && { statusReason: reason ?? null }) };
    const tenant = await this.inTenant(id, async (tx, tenantId) => {
      const before = await this.tenants.lockForUpdate(tx, tenantId);
      if (!before) throw new Problem('NotFound');
      await this.tenants.update(tx, tenantId, patch);
      await recordViewChanges(tx, changes);
      const after = await this.getIn(tx, tenantId);
      await auditTenantChange(tx, before, after, reason);
      return after;
    });
    await this.publisher.publish(changes);
    return tenant;
  }

  /** @throws Problem NotFound for an unknown tenant or user, AlreadyExists for a member */
  async addMember(id: string, userId: Id<'usr'>, role: Role): Promise<void> {
    const changes = [{ kind: 'user', name: userId }] as const;
    await this.inTenant(id, async (tx, tenantId) => {
      await this.insertMember(tx, tenantId, userId, role);
      await recordViewChanges(tx, changes);
      await auditMember(tx, 'member.added', { tenantId, userId }, { after: { role } });
    });
    await this.publisher.publishOrLog(changes);
  }

  private async insertWithFreeSlug(tx: EntityManager, tenant: Omit<NewTenant, 'slug'>): Promise<void> {
    const wanted = slugOf(tenant.name);
    for (let attempt = 0; attempt < SLUG_ATTEMPTS; attempt += 1) {
      const slug = attempt === 0 ? wanted : `${wanted}-${randomHex(3)}`;
      if (await this.tenants.insert(tx, { ...tenant, slug })) return;
    }
    throw new Error('No free slug was found');
  }

  private async insertMember(tx: EntityManager, tenantId: TenantId, userId: Id<'usr'>, role: Role): Promise<void> {
    try {
      await this.tenants.insertMember(tx, { tenantId, userId, role });
    } catch (cause) {
      if (violatedUnique(cause))
        throw new Problem('AlreadyExists', { message: 'The person is a member already', cause });
      if (sqlState(cause) === FOREIGN_KEY_VIOLATION) throw new Problem('NotFound', { cause });
      throw cause;
    }
  }

  private async getIn(tx: EntityManager, id: TenantId): Promise<Tenant> {
    const tenant = await this.tenants.find(tx, id);
    if (!tenant) throw new Problem('NotFound');
    return tenant;
  }

  private inTenant<T>(id: string, work: (tx: EntityManager, tenantId: TenantId) => Promise<T>): Promise<T> {
    if (!isId('acc', id)) throw new Problem('NotFound');
    return this.database.tenant(id, (tx) => work(tx, id));
  }
}

function tooManyOwned(): Problem {
  return new Problem('Conflict', { message: `A person owns at most ${MOST_OWNED} tenants` });
}
