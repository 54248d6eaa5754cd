import { Body, Controller, Get, Patch } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, Session } from '#libs/auth';
import { Operation, Problem } from '#libs/http';
import { ChangeTrackingRequest, TrackingResponse } from './dto/tracking-setting.js';
import { TrackingSettings, type TrackingSetting } from './tracking-settings.js';

@ApiTags('Tracking')
@Controller('api/tracking')
export class TrackingSettingsController {
  constructor(private readonly settings: TrackingSettings) {}

  @Get()
  @Session()
  @Operation({
    summary: 'Read what is tracked of e-mails by default',
    description: 'Opens and Clicks hold for e-mails that do not say TrackOpens or TrackClicks.',
    success: { status: 200, type: TrackingResponse },
  })
  async read(): Promise<TrackingResponse> {
    return toResponse(await this.settings.read(currentTenantId()));
  }

  @Patch()
  @Session({ role: 'admin' })
  @Operation({
    summary: 'Choose what is tracked of e-mails by default',
    description:
      'For e-mails of live keys that do not say themselves; off until chosen. Test keys track when asked to.',
    success: { status: 200, type: TrackingResponse },
  })
  async change(@Body() { Opens, Clicks }: ChangeTrackingRequest): Promise<TrackingResponse> {
    if (Opens === undefined && Clicks === undefined) {
      throw new Problem('MissingParameter', { message: 'Give Opens, Clicks or both' });
    }
    return toResponse(await this.settings.change(currentTenantId(), { opens: Opens, clicks: Clicks }));
  }
}

const toResponse = ({ opens, clicks }: TrackingSetting): TrackingResponse => ({
  Tracking: { Opens: opens, Clicks: clicks },
});
