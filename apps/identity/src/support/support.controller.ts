import { Body, Controller, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Internal } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { EndSupportRequest, EnterTenantRequest } from './support.requests.js';
import { SupportSessionService } from './support-session.service.js';

@ApiExcludeController()
@Internal()
@Controller('internal/support-sessions')
export class SupportController {
  constructor(private readonly sessions: SupportSessionService) {}

  @Post()
  @Operation({ summary: "Open an operator's read-only session in a tenant", success: { status: 201 } })
  enter(@Body() entrance: EnterTenantRequest) {
    return this.sessions.enter(entrance);
  }

  @Post('end')
  @Operation({ summary: "End an operator's read-only session; without one, nothing happens", success: { status: 204 } })
  end(@Body() { operatorId }: EndSupportRequest): Promise<void> {
    return this.sessions.end(operatorId);
  }
}
