import { Controller, Get, Headers, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { currentPrincipal, currentTenantId, OngoingAccess, Session } from '#libs/core/auth';
import { EventStream, Operation, Problem } from '#libs/core/http';
import { entryAfter, LiveConnection } from '#libs/core/live';
import type { TenantId } from '#libs/core/persistence';
import { LiveTenants } from './live-tenants.js';

@ApiTags('Events')
@Session()
@Controller('api/events')
export class TenantEventsController {
  constructor(
    private readonly live: LiveTenants,
    private readonly ongoing: OngoingAccess,
  ) {}

  @Get()
  @ApiHeader({
    name: 'Last-Event-ID',
    required: false,
    description: 'The id of the last event that was received, as a browser sends it. What followed it comes first.',
  })
  @Operation({
    summary: 'Listen to the changes of an account',
    description:
      'Server-sent events: `ready` at first, then `messages.created`, `messages.updated`, `campaigns.changed` and ' +
      '`webhook_deliveries.changed` with Ids and Count, and `tenant.changed` where everything is to be read again. More than 50 ' +
      'are counted and not named. For sessions alone. The stream ends when the access does. 429 for too many streams of one user ' +
      'or account.',
    success: { status: 200, contentType: 'text/event-stream' },
    errors: [429],
  })
  listen(
    @Headers('last-event-id') lastId: string | undefined,
    @Req() request: Request,
    @Res() response: Response,
  ): void {
    const tenantId = currentTenantId();
    const principal = currentPrincipal()!;
    const release = this.live.reserve(principal.kind === 'session' ? principal.userId : principal.kind, tenantId);
    const reauthorize = this.ongoing.ofRequest(request, TenantEventsController, 'listen');
    const stream = new EventStream(response);
    stream.onClose(release);
    if (stream.isClosed) return;
    const judge = () => reauthorize(async () => requireTenant(tenantId));
    this.live.connect(tenantId, new LiveConnection(stream, judge, entryAfter(lastId)));
  }
}

/** @throws Problem NotFound if the request is for another tenant by now */
function requireTenant(tenantId: TenantId): void {
  if (currentTenantId() !== tenantId) throw new Problem('NotFound');
}
