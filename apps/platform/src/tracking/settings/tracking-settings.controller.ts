import { Body, Controller, Get, Patch } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, Session } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { ChangeTrackingRequest, TrackingResponse } from './tracking-setting.dto.js';
import { TrackingSettingsService } from './tracking-settings.service.js';

@ApiTags('Tracking')
@Controller('api/tracking')
export class TrackingSettingsController {
  constructor(private readonly settings: TrackingSettingsService) {}

  @Get()
  @Session()
  @Operation({
    summary: 'Read what is tracked of e-mails by default',
    description: 'Opens and Clicks hold for e-mails that do not say TrackOpens or TrackClicks.',
    success: { status: 200, type: TrackingResponse },
  })
  async get(): Promise<TrackingResponse> {
    return TrackingResponse.of(await this.settings.get(currentTenantId()));
  }

  @Patch()
  @Session({ role: 'admin' })
  @Operation({
    summary: 'Choose what is tracked of e-mails by default',
    description:
      'For e-mails of live keys that do not say themselves; off until chosen. Test keys track when asked to.',
    success: { status: 200, type: TrackingResponse },
  })
  async update(@Body() body: ChangeTrackingRequest): Promise<TrackingResponse> {
    return TrackingResponse.of(await this.settings.update(currentTenantId(), body.toFlags()));
  }
}
