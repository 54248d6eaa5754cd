import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Internal, SESSION_USE_PATH } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { SessionUseRequest } from './session.requests.js';
import { OidcClients } from '../oidc-clients/oidc-clients.js';
import { SessionsService } from './sessions.service.js';

@ApiExcludeController()
@Internal()
@Controller()
export class SessionsController {
  constructor(
    private readonly sessions: SessionsService,
    private readonly clients: OidcClients,
  ) {}

  @Get('internal/users/:userId/sessions')
  @Operation({ summary: 'The open sessions of a user', success: { status: 200 } })
  async list(@Param('userId') userId: string) {
    const sessions = await this.sessions.list(userId);
    return {
      sessions: sessions.map(({ id, createdAt, lastSeenAt, expiresAt, ip, userAgent, clientId }) => {
        const app = this.nameOf(clientId);
        return { id, createdAt, lastSeenAt, expiresAt, ip, userAgent, app };
      }),
    };
  }

  @Delete('internal/users/:userId/sessions/:sessionId')
  @Operation({ summary: 'End a session of a user; a repeat is harmless', success: { status: 204 } })
  endOne(@Param('userId') userId: string, @Param('sessionId') sessionId: string): Promise<void> {
    return this.sessions.end(userId, sessionId);
  }

  @Post(SESSION_USE_PATH)
  @Operation({ summary: 'Note when sessions were last seen', success: { status: 204 } })
  used(@Body() { uses }: SessionUseRequest): Promise<void> {
    return this.sessions.updateLastSeen(uses.map(({ sessionId, at }) => ({ sessionId, at: new Date(at) })));
  }

  /** The name of an app; its id if it is no longer registered. */
  private nameOf(clientId: string | null): string | null {
    return clientId && (this.clients.find(clientId)?.client_name ?? clientId);
  }
}
