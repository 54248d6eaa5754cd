import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { recordAudit } from '#libs/audit';
import { Problem } from '#libs/http';
import { isId, newId, violatedUnique, type Id, type TenantId } from '#libs/persistence';
import { recordViewChanges } from '../credentials/view-changes.js';
import { ViewPublisher } from '../credentials/view-publisher.js';
import { SystemDatabase } from '../database/system-database.js';
import { SessionTokens } from '../sessions/session-tokens.js';
import { SupportSessionRepository, type SupportSession } from './support-session.repository.js';

const LASTS_MS = 3_600_000;
const ATTEMPTS = 3;
const ONE_AT_A_TIME = 'support_session__operator_id__uq';

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

/** Operators' read-only sessions in tenants: one at a time of each operator, and for an hour. */
@Injectable()
export class SupportSessionService {
  constructor(
    private readonly system: SystemDatabase,
    private readonly sessions: SupportSessionRepository,
    private readonly tokens: SessionTokens,
    private readonly publisher: ViewPublisher,
  ) {}

  /** Ends the one that the operator has open, if any. @throws Problem PermissionDenied or NotFound (no such tenant) */
  async enter({ operatorId, parentSessionId, tenantId, reason }: SupportEntrance): Promise<OpenedSupportSession> {
    if (!isId('acc', tenantId)) throw new Problem('NotFound');
    const expiresAt = new Date(Math.floor((Date.now() + LASTS_MS) / 1_000) * 1_000);
    const session = { id: newId('ses'), tenantId, operatorId, parentSessionId, reason, expiresAt };
    await this.insertAlone(session);
    await this.publisher.announce([{ kind: 'session', name: session.id }]);
    const token = await this.tokens.issue({ userId: operatorId, sessionId: session.id, expiresAt });
    return { token, tenantId, expiresAt };
  }

  /**
   * When this returns, the operator's support session opens nothing any more. Without one, or when it is another than
   * the one named, nothing happens.
   */
  async end(operatorId: string, sessionId?: string): Promise<void> {
    const ended = await this.system.transaction(async (tx) => {
      const session = await this.sessions.end(tx, operatorId, sessionId);
      if (session) await this.note(tx, 'support.ended', session);
      return session;
    });
    if (ended) await this.publisher.enforce([{ kind: 'session', name: ended.id }]);
  }

  /** Another enter of the same operator may come between the end of the earlier session and the new one. */
  private async insertAlone(session: SupportSession): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      await this.end(session.operatorId);
      try {
        return await this.system.transaction((tx) => this.insert(tx, session));
      } catch (error) {
        if (attempt === ATTEMPTS || violatedUnique(error) !== ONE_AT_A_TIME) throw error;
      }
    }
  }

  private async insert(tx: PoolClient, session: SupportSession): Promise<void> {
    if (!(await this.sessions.lockOperator(tx, session.operatorId))) {
      throw new Problem('PermissionDenied', { message: 'This is for platform operators' });
    }
    if (!(await this.sessions.tenantExists(tx, session.tenantId))) throw new Problem('NotFound');
    await this.sessions.insert(tx, session);
    await this.note(tx, 'support.entered', session, session.reason);
  }

  private async note(
    tx: PoolClient,
    action: string,
    { id, tenantId }: Pick<SupportSession, 'id' | 'tenantId'>,
    reason?: string,
  ): Promise<void> {
    await recordViewChanges(tx, [{ kind: 'session', name: id }]);
    await recordAudit(tx, { action, object: { type: 'support-session', id }, tenantId, reason });
  }
}
