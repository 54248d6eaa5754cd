import { Injectable } from '@nestjs/common';
import { currentSession } from '#libs/core/auth';
import { Problem } from '#libs/core/http';
import { IdentityGateway } from '../../auth/identity-gateway.js';

interface OpenedSupportSession {
  token: string;
  tenantId: string;
  expiresAt: string;
}

/** The read-only sessions of operators in tenants. Identity keeps them. */
@Injectable()
export class SupportSessions {
  constructor(private readonly identity: IdentityGateway) {}

  /** Opens one for the operator of the session; another one that is open ends. */
  async enter(tenantId: string, reason: string): Promise<OpenedSupportSession> {
    const { userId, sessionId } = currentSession();
    const body = { tenantId, operatorId: userId, parentSessionId: sessionId, reason: reason.trim() };
    return this.identity.request<OpenedSupportSession>('POST', '/internal/support-sessions', body);
  }

  /** Ends it, by its own token or by the operator's session. @throws Problem PermissionDenied to anybody else */
  async end(): Promise<void> {
    const { operator, support, userId } = currentSession();
    if (!operator && !support) {
      throw new Problem('PermissionDenied', { message: 'This is for platform operators' });
    }
    await this.identity.request('POST', '/internal/support-sessions/end', { operatorId: userId });
  }
}
