import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { currentSession } from '#libs/core/auth';
import { isPublicId, Problem } from '#libs/core/http';
import type { SessionResponse } from './dto/session.responses.js';
import { IdentityGateway } from './identity-gateway.js';
import { SessionCookie } from './session-cookie.js';

interface OpenSession {
  id: string;
  createdAt: string;
  lastSeenAt: string;
  expiresAt: string;
  ip: string | null;
  userAgent: string | null;
  app: string | null;
}

/** The open sessions of the session's user. */
@Injectable()
export class OwnSessionsService {
  constructor(
    private readonly identity: IdentityGateway,
    private readonly cookie: SessionCookie,
  ) {}

  /** The one that was seen last comes first. */
  async list(): Promise<SessionResponse[]> {
    const { sessions } = await this.identity.request<{ sessions: OpenSession[] }>('GET', pathOf(''));
    return sessions.map(toSessionResponse);
  }

  /** Idempotent. The cookie goes with the session that makes the call. @throws Problem NotFound for no id of a session */
  async end(id: string, response: Response): Promise<void> {
    if (!isPublicId('ses', id)) throw new Problem('NotFound');
    await this.identity.request('DELETE', pathOf(`/${id}`));
    if (id === currentSession().sessionId) this.cookie.clear(response);
  }
}

const pathOf = (rest: string): string => `/internal/users/${currentSession().userId}/sessions${rest}`;

function toSessionResponse(session: OpenSession): SessionResponse {
  return {
    Id: session.id,
    CreatedAt: session.createdAt,
    LastSeenAt: session.lastSeenAt,
    ExpiresAt: session.expiresAt,
    Ip: session.ip,
    UserAgent: session.userAgent,
    App: session.app,
    Current: session.id === currentSession().sessionId,
  };
}
