import { Controller, Delete, Get, Param, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { IdentityOutage, Session } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { SessionListResponse } from './dto/session.responses.js';
import { OwnSessionsService } from './own-sessions.service.js';

/** The open sessions of the session's user. */
@ApiTags('Account')
@IdentityOutage('ProviderError')
@Session({ tenant: false })
@Controller('api/auth/sessions')
export class SessionsController {
  constructor(private readonly sessions: OwnSessionsService) {}

  @Get()
  @Operation({
    summary: 'Your open sessions',
    description: 'Current marks the session that makes the call.',
    success: { status: 200, type: SessionListResponse },
  })
  async list(): Promise<SessionListResponse> {
    return { Sessions: await this.sessions.list() };
  }

  @Delete(':id')
  @Operation({
    summary: 'End one of your sessions',
    description: 'When this has answered, every API rejects the session. Idempotent.',
    success: { status: 204 },
  })
  async end(@Param('id') id: string, @Res({ passthrough: true }) response: Response): Promise<void> {
    await this.sessions.end(id, response);
  }
}
