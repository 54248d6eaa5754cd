import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Role } from '#libs/core/auth';
import { Problem } from '#libs/core/http';
import { Database, isId, startBefore, toPage, type Id, type Page, type TenantId } from '#libs/core/persistence';
import { CredentialPublisher } from '../credentials/credential-publisher.js';
import { recordViewChanges } from '../credentials/view-change.sql.js';
import { auditMember } from '../tenants/tenant-audit.js';
import { TenantRepository } from '../tenants/tenant.repository.js';
import { MemberRepository, type Member } from './member.repository.js';

/** A change of one member by another, or by themselves. */
interface MemberChange {
  tenantId: TenantId;
  userId: Id<'usr'>;
  actorRole: Role;
  targetRole: Role;
}

/** The members of a tenant and their roles. Changes of one tenant happen one after the other. */
@Injectable()
export class MembersService {
  constructor(
    private readonly database: Database,
    private readonly members: MemberRepository,
    private readonly tenants: TenantRepository,
    private readonly publisher: CredentialPublisher,
  ) {}

  /** @throws Problem NotFound if the actor is no member */
  async list(tenantId: string, actorId: Id<'usr'>, cursor: number | undefined, limit: number): Promise<Page<Member>> {
    if (!isId('acc', tenantId)) throw new Problem('NotFound');
    await this.database.tenant(tenantId, (tx) => this.getRole(tx, tenantId, actorId));
    const before = startBefore('usr', cursor) as Id<'usr'> | undefined;
    return toPage(await this.database.system((tx) => this.members.listPage(tx, tenantId, before, limit)), limit);
  }

  /** Lists the users who are members, in any order. */
  async listByIds(tenantId: string, userIds: readonly string[]): Promise<Member[]> {
    const ids = userIds.filter((id) => isId('usr', id));
    if (!isId('acc', tenantId) || ids.length === 0) return [];
    return this.database.system((tx) => this.members.listByIds(tx, tenantId, ids));
  }

  /** @throws Problem NotFound */
  async get(tenantId: string, userId: string): Promise<Member> {
    if (!isId('acc', tenantId) || !isId('usr', userId)) throw new Problem('NotFound');
    const member = await this.database.system((tx) => this.members.find(tx, tenantId, userId));
    if (!member) throw new Problem('NotFound');
    return member;
  }

  /** When this returns, every app knows the new role. @throws Problem NotFound, PermissionDenied, Conflict */
  async setRole(tenantId: string, actorId: Id<'usr'>, userId: string, role: Role): Promise<Member> {
    await this.change(tenantId, actorId, userId, async (tx, change) => {
      if (change.actorRole === 'member') throw forAdmins();
      if (role === 'owner' && change.actorRole !== 'owner') throw forOwners();
      if (role === change.targetRole) return;
      if (change.targetRole === 'owner') await this.assertAnotherOwner(change.tenantId, change.userId);
      await this.members.update(tx, change.tenantId, change.userId, role);
      await auditMember(tx, 'member.changed', change, { before: { role: change.targetRole }, after: { role } });
    });
    return this.get(tenantId, userId);
  }

  /**
   * Removes a member, or lets one leave. When this returns, every app denies them the tenant.
   * @throws Problem NotFound, PermissionDenied, Conflict for the last owner
   */
  async remove(tenantId: string, actorId: Id<'usr'>, userId: string): Promise<void> {
    await this.change(tenantId, actorId, userId, async (tx, change) => {
      if (change.targetRole === 'owner') await this.assertAnotherOwner(change.tenantId, change.userId);
      await this.members.delete(tx, change.tenantId, change.userId);
      await auditMember(tx, 'member.removed', change, { before: { role: change.targetRole } });
    });
  }

  private async change(
    tenantId: string,
    actorId: Id<'usr'>,
    userId: string,
    work: (tx: EntityManager, change: MemberChange) => Promise<void>,
  ): Promise<void> {
    if (!isId('acc', tenantId) || !isId('usr', userId)) throw new Problem('NotFound');
    const changes = [{ kind: 'user', name: userId }] as const;
    await this.database.tenant(tenantId, async (tx) => {
      if (!(await this.tenants.lockForUpdate(tx, tenantId))) throw new Problem('NotFound');
      const actorRole = await this.getRole(tx, tenantId, actorId);
      if (actorRole === 'member' && actorId !== userId) throw forAdmins();
      const targetRole = await this.getRole(tx, tenantId, userId);
      if (targetRole === 'owner' && actorRole !== 'owner') throw forOwners();
      await recordViewChanges(tx, changes);
      await work(tx, { tenantId, userId, actorRole, targetRole });
    });
    await this.publisher.publish(changes);
  }

  private async getRole(tx: EntityManager, tenantId: TenantId, userId: Id<'usr'>): Promise<Role> {
    const role = await this.tenants.findRole(tx, tenantId, userId);
    if (!role) throw new Problem('NotFound');
    return role;
  }

  /** An owner who deletes their account is none that stays. */
  private async assertAnotherOwner(tenantId: TenantId, except: Id<'usr'>): Promise<void> {
    if ((await this.database.system((system) => this.members.countStayingOwners(system, tenantId, except))) > 0) return;
    throw new Problem('Conflict', { message: 'The tenant needs an owner. Make somebody else an owner first' });
  }
}

function forAdmins(): Problem {
  return new Problem('PermissionDenied', { message: 'This is for the owner and the admins of the tenant' });
}

function forOwners(): Problem {
  return new Problem('PermissionDenied', { message: 'Only an owner makes, changes or removes owners' });
}
