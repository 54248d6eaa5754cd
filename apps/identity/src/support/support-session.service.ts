import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { recordAudit } from '#libs/core/audit';
import { Problem } from '#libs/core/http';
import { Database, isId, newId, violatedUnique, type Id, type TenantId } from '#libs/core/persistence';
import { CredentialPublisher } from '../credentials/credential-publisher.js';
import { recordViewChanges } from '../credentials/view-change.sql.js';
import { SessionTokens } from '../sessions/session-tokens.js';
import { SupportSessionRepository, type NewSupportSession } from './support-session.repository.js';

const LIFETIME_MS = 3_600_000;
const ATTEMPTS = 3;
const ONE_PER_OPERATOR = 'support_session__operator_id__uq';

export interface SupportEntrance {
  operatorId: Id<'usr'>;
  /** The operator's own session, with which this one ends. */
  parentSessionId: string;
  tenantId: string;
  reason: string;
}

export interface OpenedSupportSession {
  token: string;
  tenantId: TenantId;
  expiresAt: Date;
}

/** Operators' read-only sessions in tenants: one at a time for each operator, for an hour. */
@Injectable()
export class SupportSessionService {
  constructor(
    private readonly database: Database,
    private readonly sessions: SupportSessionRepository,
    private readonly tokens: SessionTokens,
    private readonly publisher: CredentialPublisher,
  ) {}

  /** Ends the operator's open session, if any, and opens one. @throws Problem PermissionDenied, NotFound (tenant) */
  async enter({ operatorId, parentSessionId, tenantId, reason }: SupportEntrance): Promise<OpenedSupportSession> {
    if (!isId('acc', tenantId)) throw new Problem('NotFound');
    const expiresAt = new Date(Math.floor((Date.now() + LIFETIME_MS) / 1_000) * 1_000);
    const session = { id: newId('ses'), tenantId, operatorId, parentSessionId, reason, expiresAt };
    await this.insertAlone(session);
    await this.publisher.tryPublish([{ kind: 'session', name: session.id }]);
    const token = await this.tokens.issue({ userId: operatorId, sessionId: session.id, expiresAt });
    return { token, tenantId, expiresAt };
  }

  /**
   * When this returns, every app rejects the operator's support session. Nothing happens if none is open, or only another
   * than the one named.
   */
  async end(operatorId: string, sessionId?: string): Promise<void> {
    const ended = await this.database.system(async (tx) => {
      const session = await this.sessions.end(tx, operatorId, sessionId);
      if (session) await this.record(tx, 'support.ended', session);
      return session;
    });
    if (ended) await this.publisher.publish([{ kind: 'session', name: ended.id }]);
  }

  /** Tried again, because another request of the operator may come between the end of one session and the next. */
  private async insertAlone(session: NewSupportSession): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      await this.end(session.operatorId);
      try {
        return await this.database.system((tx) => this.insert(tx, session));
      } catch (error) {
        if (attempt === ATTEMPTS || violatedUnique(error) !== ONE_PER_OPERATOR) throw error;
      }
    }
  }

  private async insert(tx: EntityManager, session: NewSupportSession): Promise<void> {
    if (!(await this.sessions.lockOperatorForUpdate(tx, session.operatorId))) {
      throw new Problem('PermissionDenied', { message: 'This is for platform operators' });
    }
    if (!(await this.sessions.tenantExists(tx, session.tenantId))) throw new Problem('NotFound');
    await this.sessions.insert(tx, session);
    await this.record(tx, 'support.entered', session, session.reason);
  }

  private async record(
    tx: EntityManager,
    action: string,
    { id, tenantId }: Pick<NewSupportSession, 'id' | 'tenantId'>,
    reason?: string,
  ): Promise<void> {
    await recordViewChanges(tx, [{ kind: 'session', name: id }]);
    await recordAudit(tx, { action, object: { type: 'support-session', id }, tenantId, reason });
  }
}
