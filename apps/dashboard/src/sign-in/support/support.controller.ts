import { Body, Controller, Delete, Get, HttpCode, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { Public } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { orUnavailable } from '../../app-unavailable.js';
import { DashboardConfig } from '../../config.js';
import { rejectForeignPages } from '../foreign-pages.js';
import { SupportRequest } from './support.request.js';
import { SupportSessions } from './support-sessions.js';
import { OpenSupportView, SupportView } from './support.view.js';

/** Lets operators look at a tenant in their browser. Platform judges whether they may. */
@ApiTags('Sign-in')
@Controller('auth/support')
export class SupportController {
  constructor(
    private readonly support: SupportSessions,
    private readonly config: DashboardConfig,
  ) {}

  @Get()
  @Public()
  @Operation({
    summary: 'The support session of this browser',
    description:
      'With the name of the tenant and the end, for the banner that every screen shows; null if none is open.',
    success: { status: 200, type: OpenSupportView },
    errors: [403, 503],
  })
  async read(@Req() request: Request): Promise<OpenSupportView> {
    rejectForeignPages(request, this.config.origin);
    const support = await orUnavailable(() => this.support.find(request));
    return { support: support ? SupportView.of(support) : null };
  }

  @Post()
  @Public()
  @Operation({
    summary: 'Look at a tenant as support',
    description:
      'For an hour, requests of this browser for the tenant are read-only ones of support: queries, files and frames, but exports, which the apps refuse with 403. Others stay those of the operator. It is in the audit log.',
    success: { status: 201, type: SupportView },
    errors: [400, 401, 403, 404, 503],
  })
  async enter(@Req() request: Request, @Body() body: SupportRequest): Promise<SupportView> {
    rejectForeignPages(request, this.config.origin);
    return SupportView.of(await orUnavailable(() => this.support.enter(request, body)));
  }

  @Delete()
  @HttpCode(204)
  @Public()
  @Operation({
    summary: 'End the support session',
    description: 'At once, in all tabs. Nothing happens if none is open.',
    success: { status: 204 },
    errors: [403, 503],
  })
  async end(@Req() request: Request): Promise<void> {
    rejectForeignPages(request, this.config.origin);
    await orUnavailable(() => this.support.end(request));
  }
}
