import { Controller, Get, Headers, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { currentPrincipal, currentTenantId, OngoingAccess, Session } from '#libs/core/auth';
import { EventStream, Operation, Problem } from '#libs/core/http';
import type { TenantId } from '#libs/core/persistence';
import { LiveTraffic } from './live-traffic.js';
import { LiveObject } from './live.dto.js';

/** 1 MiB. */
const MAX_WAITING_BYTES = 1024 * 1024;

const ENTRY_ID = /^\d{1,16}-\d{1,10}$/;

@ApiTags('Visitas')
@Session()
@Controller('v1/analytics/live')
export class LiveController {
  constructor(
    private readonly live: LiveTraffic,
    private readonly ongoing: OngoingAccess,
  ) {}

  @Get()
  @Operation({
    summary: 'Ler o que acontece agora',
    description: 'Os últimos 30 minutos, e as visitas que fizeram algo nos últimos cinco. Robôs não contam.',
    success: { status: 200, type: LiveObject },
  })
  async read(): Promise<LiveObject> {
    return this.live.read(currentTenantId());
  }

  @Get('stream')
  @ApiHeader({
    name: 'Last-Event-ID',
    required: false,
    description: 'O id do último evento recebido, como um navegador o envia. O que veio depois dele vem primeiro.',
  })
  @Operation({
    summary: 'Acompanhar o que acontece agora',
    description:
      'Server-sent events: `numeros`, primeiro e a cada cinco segundos, com o que `GET /v1/analytics/live` responde, e `evento` ' +
      'por evento, até 20 de uma vez. O stream termina com o acesso. 429 com streams demais do usuário ou da conta.',
    success: { status: 200, contentType: 'text/event-stream' },
    errors: [429],
  })
  async follow(
    @Headers('last-event-id') lastId: string | undefined,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const tenantId = currentTenantId();
    const principal = currentPrincipal()!;
    const release = this.live.reserve(principal.kind === 'session' ? principal.userId : principal.kind, tenantId);
    const reauthorize = this.ongoing.ofRequest(request, LiveController, 'follow');
    const stream = new EventStream(response, { maxWaitingBytes: MAX_WAITING_BYTES });
    stream.onClose(release);
    if (stream.isClosed) return;
    const judge = () => reauthorize(async () => requireTenant(tenantId));
    await this.live.follow(tenantId, stream, judge, lastId && ENTRY_ID.test(lastId) ? lastId : '');
  }
}

/** @throws Problem NotFound if the request is for another tenant by now */
function requireTenant(tenantId: TenantId): void {
  if (currentTenantId() !== tenantId) throw new Problem('NotFound');
}
