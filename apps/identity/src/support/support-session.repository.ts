import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import type { Id, TenantId } from '#libs/persistence';

export interface SupportSession {
  id: Id<'ses'>;
  tenantId: TenantId;
  operatorId: Id<'usr'>;
  parentSessionId: string;
  reason: string;
  expiresAt: Date;
}

type Ended = Pick<SupportSession, 'id' | 'tenantId'>;

@Injectable()
export class SupportSessionRepository {
  /** Holds the operator to one change of support sessions at a time; false for who is no operator, or not any more. */
  async lockOperator(tx: PoolClient, operatorId: string): Promise<boolean> {
    const { rows } = await tx.query<{ may: boolean }>(
      `select is_operator and status = 'active' as may from user_account where id = $1 for no key update`,
      [operatorId],
    );
    return rows[0]?.may ?? false;
  }

  async tenantExists(tx: PoolClient, tenantId: string): Promise<boolean> {
    const { rowCount } = await tx.query('select 1 from tenant where id = $1', [tenantId]);
    return rowCount === 1;
  }

  async insert(tx: PoolClient, session: SupportSession): Promise<void> {
    await tx.query(
      `insert into support_session (id, tenant_id, operator_id, parent_session_id, reason, expires_at)
       values ($1, $2, $3, $4, $5, $6)`,
      [session.id, session.tenantId, session.operatorId, session.parentSessionId, session.reason, session.expiresAt],
    );
  }

  /** Ends the operator's open session, and gives it; undefined when there is none, or only another than is named. */
  async end(tx: PoolClient, operatorId: string, sessionId?: string): Promise<Ended | undefined> {
    const { rows } = await tx.query<Ended>(
      `update support_session set ended_at = now() where operator_id = $1 and ended_at is null
          and ($2::text is null or id = $2)
       returning id, tenant_id as "tenantId"`,
      [operatorId, sessionId ?? null],
    );
    return rows[0];
  }
}
