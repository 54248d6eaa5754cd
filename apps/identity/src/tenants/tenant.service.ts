import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Role } from '#libs/auth';
import { Problem } from '#libs/http';
import { Database, type Id, isId, newId, sqlState, type TenantId, violatedUnique } from '#libs/persistence';
import { randomHex } from '#libs/secrets';
import { IdentityConfig } from '../config.js';
import { recordViewChanges } from '../credentials/view-changes.js';
import { ViewPublisher } from '../credentials/view-publisher.js';
import { slugOf } from './slug.js';
import { auditMember, auditNewTenant, auditTenantChange } from './tenant-audit.js';
import type { Tenant } from './tenant.entity.js';
import { TenantRepository, type TenantPatch } from './tenant.repository.js';

const SLUG_ATTEMPTS = 5;
const MOST_OWNED = 20;
const FOREIGN_KEY_VIOLATION = '23503';

@Injectable()
export class TenantService {
  constructor(
    private readonly database: Database,
    private readonly tenants: TenantRepository,
    private readonly publisher: ViewPublisher,
    private readonly config: IdentityConfig,
  ) {}

  /** Makes a tenant with its owner. @throws Problem NotFound when there is no such person, Conflict when they own too many */
  async create(ownerId: Id<'usr'>, name: string, products = this.config.newTenantProducts): Promise<Tenant> {
    const id = newId('acc');
    const changes = [
      { kind: 'tenant', name: id },
      { kind: 'user', name: ownerId },
    ] as const;
    const tenant = await this.database.tenant(id, async (tx) => {
      if ((await this.tenants.countOwned(tx, ownerId)) >= MOST_OWNED) throw tooManyOwned();
      await this.insertWithFreeSlug(tx, { id, name, products });
      await this.insertMember(tx, id, ownerId, 'owner');
      await recordViewChanges(tx, changes);
      const made = await this.found(tx, id);
      await auditNewTenant(tx, made, ownerId);
      return made;
    });
    // The owner's other memberships may be in the view already.
    await this.publisher.spread(changes);
    return tenant;
  }

  /** @throws Problem NotFound */
  async get(id: string): Promise<Tenant> {
    return this.in(id, (tx, tenantId) => this.found(tx, tenantId));
  }

  /**
   * When this returns, every app goes by the new status, plan and products. `reason` is the caller's, for the audit
   * log, and for the tenant when its status is given. @throws Problem NotFound
   */
  async update(id: string, change: Omit<TenantPatch, 'statusReason'>, reason?: string): Promise<Tenant> {
    const changes = [{ kind: 'tenant', name: id }] as const;
    const patch: TenantPatch = { ...change, ...(change.status && { statusReason: reason ?? null }) };
    const tenant = await this.in(id, async (tx, tenantId) => {
      const before = await this.tenants.hold(tx, tenantId);
      if (!before) throw new Problem('NotFound');
      await this.tenants.update(tx, tenantId, patch);
      await recordViewChanges(tx, changes);
      const after = await this.found(tx, tenantId);
      await auditTenantChange(tx, before, after, reason);
      return after;
    });
    await this.publisher.enforce(changes);
    return tenant;
  }

  /** @throws Problem NotFound for an unknown tenant or person, AlreadyExists for a member */
  async addMember(id: string, userId: Id<'usr'>, role: Role): Promise<void> {
    const changes = [{ kind: 'user', name: userId }] as const;
    await this.in(id, async (tx, tenantId) => {
      await this.insertMember(tx, tenantId, userId, role);
      await recordViewChanges(tx, changes);
      await auditMember(tx, 'member.added', { tenantId, userId }, { after: { role } });
    });
    await this.publisher.spread(changes);
  }

  private async insertWithFreeSlug(tx: EntityManager, tenant: Pick<Tenant, 'id' | 'name' | 'products'>): Promise<void> {
    const wanted = slugOf(tenant.name);
    for (let attempt = 0; attempt < SLUG_ATTEMPTS; attempt += 1) {
      const slug = attempt === 0 ? wanted : `${wanted}-${randomHex(3)}`;
      if (await this.tenants.insert(tx, { ...tenant, slug })) return;
    }
    throw new Error('No free slug was found');
  }

  private async insertMember(tx: EntityManager, tenantId: TenantId, userId: Id<'usr'>, role: Role): Promise<void> {
    try {
      await this.tenants.addMember(tx, { tenantId, userId, role });
    } catch (cause) {
      if (violatedUnique(cause))
        throw new Problem('AlreadyExists', { message: 'The person is a member already', cause });
      if (sqlState(cause) === FOREIGN_KEY_VIOLATION) throw new Problem('NotFound', { cause });
      throw cause;
    }
  }

  private async found(tx: EntityManager, id: TenantId): Promise<Tenant> {
    const tenant = await this.tenants.find(tx, id);
    if (!tenant) throw new Problem('NotFound');
    return tenant;
  }

  private in<T>(id: string, work: (tx: EntityManager, tenantId: TenantId) => Promise<T>): Promise<T> {
    if (!isId('acc', id)) throw new Problem('NotFound');
    return this.database.tenant(id, (tx) => work(tx, id));
  }
}

function tooManyOwned(): Problem {
  return new Problem('Conflict', { message: `A person owns at most ${MOST_OWNED} tenants` });
}
