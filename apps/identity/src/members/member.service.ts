import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Role } from '#libs/auth';
import { Problem } from '#libs/http';
import { Database, type Id, isId, type Page, startBefore, type TenantId, toPage } from '#libs/persistence';
import { recordViewChanges } from '../credentials/view-changes.js';
import { ViewPublisher } from '../credentials/view-publisher.js';
import { auditMember } from '../tenants/tenant-audit.js';
import { TenantRepository } from '../tenants/tenant.repository.js';
import { MemberRepository, type Member } from './member.repository.js';

/** Who does something about whom. */
interface Parties {
  actorRole: Role;
  targetRole: Role;
}

/** Who belongs to a tenant, and as what. Of several changes at the same moment each sees what the one before has done. */
@Injectable()
export class MemberService {
  constructor(
    private readonly database: Database,
    private readonly members: MemberRepository,
    private readonly tenants: TenantRepository,
    private readonly publisher: ViewPublisher,
  ) {}

  /** @throws Problem NotFound when the person who asks is no member */
  async list(tenantId: string, actorId: Id<'usr'>, cursor: number, limit: number): Promise<Page<Member>> {
    if (!isId('acc', tenantId)) throw new Problem('NotFound');
    await this.database.tenant(tenantId, (tx) => this.roleOrNotFound(tx, tenantId, actorId));
    return toPage(await this.members.page(tenantId, startBefore('usr', cursor), limit), limit);
  }

  /** @throws Problem NotFound */
  async get(tenantId: string, userId: string): Promise<Member> {
    if (!isId('acc', tenantId) || !isId('usr', userId)) throw new Problem('NotFound');
    const member = await this.members.find(tenantId, userId);
    if (!member) throw new Problem('NotFound');
    return member;
  }

  /** When this returns, every app goes by the new role. @throws Problem NotFound, PermissionDenied, Conflict */
  async setRole(tenantId: string, actorId: Id<'usr'>, userId: string, role: Role): Promise<Member> {
    const id = await this.changing(tenantId, actorId, userId, async (tx, known, { actorRole, targetRole }) => {
      if (actorRole === 'member') throw forAdmins();
      if (role === 'owner' && actorRole !== 'owner') throw forOwners();
      if (role === targetRole) return;
      if (targetRole === 'owner') await this.keepAnOwner(tx, known);
      await this.members.setRole(tx, known, userId, role);
      const change = { before: { role: targetRole }, after: { role } };
      await auditMember(tx, 'member.changed', { tenantId: known, userId }, change);
    });
    return this.get(id, userId);
  }

  /**
   * Puts somebody out, or lets them leave. When this returns, they get at nothing of the tenant any more.
   * @throws Problem NotFound, PermissionDenied, Conflict for the last owner
   */
  async remove(tenantId: string, actorId: Id<'usr'>, userId: string): Promise<void> {
    await this.changing(tenantId, actorId, userId, async (tx, known, { targetRole }) => {
      if (targetRole === 'owner') await this.keepAnOwner(tx, known);
      await this.members.remove(tx, known, userId);
      await auditMember(tx, 'member.removed', { tenantId: known, userId }, { before: { role: targetRole } });
    });
  }

  private async changing(
    tenantId: string,
    actorId: Id<'usr'>,
    userId: string,
    work: (tx: EntityManager, tenantId: TenantId, parties: Parties) => Promise<void>,
  ): Promise<TenantId> {
    if (!isId('acc', tenantId)) throw new Problem('NotFound');
    const changes = [{ kind: 'user', name: userId }] as const;
    await this.database.tenant(tenantId, async (tx) => {
      if (!(await this.members.hold(tx, tenantId))) throw new Problem('NotFound');
      const actorRole = await this.roleOrNotFound(tx, tenantId, actorId);
      if (actorRole === 'member' && actorId !== userId) throw forAdmins();
      const targetRole = await this.roleOrNotFound(tx, tenantId, userId);
      if (targetRole === 'owner' && actorRole !== 'owner') throw forOwners();
      await recordViewChanges(tx, changes);
      await work(tx, tenantId, { actorRole, targetRole });
    });
    await this.publisher.enforce(changes);
    return tenantId;
  }

  private async roleOrNotFound(tx: EntityManager, tenantId: TenantId, userId: string): Promise<Role> {
    const role = isId('usr', userId) ? await this.tenants.roleOf(tx, tenantId, userId) : undefined;
    if (!role) throw new Problem('NotFound');
    return role;
  }

  private async keepAnOwner(tx: EntityManager, tenantId: TenantId): Promise<void> {
    if ((await this.members.count(tx, tenantId, 'owner')) > 1) return;
    throw new Problem('Conflict', { message: 'The tenant needs an owner. Make somebody else an owner first' });
  }
}

function forAdmins(): Problem {
  return new Problem('PermissionDenied', { message: 'This is for the owner and the admins of the tenant' });
}

function forOwners(): Problem {
  return new Problem('PermissionDenied', { message: 'Only an owner makes, changes or removes owners' });
}
