import { Controller, Delete, Get, Param, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { currentSession, IdentityOutage, Session } from '#libs/auth';
import { isPublicId, Operation, Problem } from '#libs/http';
import { SessionListResponse, type SessionResponse } from './dto/session.responses.js';
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
@ApiTags('Account')
@IdentityOutage('ProviderError')
@Session({ tenant: false })
@Controller('api/auth/sessions')
export class SessionsController {
  constructor(
    private readonly identity: IdentityGateway,
    private readonly cookie: SessionCookie,
  ) {}

  @Get()
  @Operation({
    summary: 'Your open sessions',
    description: 'Current marks the session that makes the call.',
    success: { status: 200, type: SessionListResponse },
  })
  async list(): Promise<SessionListResponse> {
    const { sessions } = await this.identity.request<{ sessions: OpenSession[] }>('GET', pathOf(''));
    return { Sessions: sessions.map(toSessionResponse) };
  }

  @Delete(':id')
  @Operation({
    summary: 'End one of your sessions',
    description: 'When this has answered, every API rejects the session. Idempotent.',
    success: { status: 204 },
  })
  async end(@Param('id') id: string, @Res({ passthrough: true }) response: Response): Promise<void> {
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
