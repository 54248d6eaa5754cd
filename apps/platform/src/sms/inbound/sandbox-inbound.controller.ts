import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, Session } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { SandboxTextRequest, SandboxTextResponse } from './inbound.dto.js';
import { SandboxInbound } from './sandbox-inbound.service.js';

@ApiTags('SMS')
@Controller('api/sms/inbound')
export class SandboxInboundController {
  constructor(private readonly sandbox: SandboxInbound) {}

  @Post()
  @HttpCode(200)
  @Session()
  @Operation({
    summary: 'Play a text that comes in, in the sandbox',
    description:
      'STOP, START and HELP in several languages apply, and any text is kept and told to webhooks. In production texts come from the carrier alone (404).',
    success: { status: 200, type: SandboxTextResponse },
    errors: [404],
  })
  take(@Body() body: SandboxTextRequest): Promise<SandboxTextResponse> {
    return this.sandbox.play(currentTenantId(), body);
  }
}
