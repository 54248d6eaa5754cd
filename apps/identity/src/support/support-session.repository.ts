import { Injectable } from '@nestjs/common';
import { IsNull, type EntityManager } from 'typeorm';
import { isId, type Id, type TenantId } from '#libs/core/persistence';
import { Tenant } from '../tenants/tenant.entity.js';
import { User } from '../users/user.entity.js';
import { SupportSession } from './support-session.entity.js';

export type NewSupportSession = Omit<SupportSession, 'createdAt' | 'endedAt'>;

@Injectable()
export class SupportSessionRepository {
  /** Locks the operator, for one change of support sessions at a time. Returns false for a user who is no operator now. */
  async lockOperatorForUpdate(tx: EntityManager, id: Id<'usr'>): Promise<boolean> {
    const user = await tx.findOne(User, { where: { id }, lock: { mode: 'for_no_key_update' } });
    return user !== null && user.isOperator && user.status === 'active';
  }

  tenantExists(tx: EntityManager, id: TenantId): Promise<boolean> {
    return tx.existsBy(Tenant, { id });
  }

  async insert(tx: EntityManager, session: NewSupportSession): Promise<void> {
    await tx.insert(SupportSession, session);
  }

  /** Ends the operator's open session and returns it; undefined if none is open, or only another than the one named. */
  async end(tx: EntityManager, operatorId: string, sessionId?: string): Promise<SupportSession | undefined> {
    if (!isId('usr', operatorId) || (sessionId !== undefined && !isId('ses', sessionId))) return undefined;
    const where = { operatorId, endedAt: IsNull(), ...(sessionId !== undefined && { id: sessionId }) };
    const session = await tx.findOne(SupportSession, { where, lock: { mode: 'pessimistic_write' } });
    if (!session) return undefined;
    await tx.update(SupportSession, { id: session.id }, { endedAt: () => 'now()' });
    return session;
  }
}
