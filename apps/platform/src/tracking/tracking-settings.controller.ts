import { Body, Controller, Get, Patch, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, Session } from '#libs/auth';
import { NoQuery, Operation, Problem } from '#libs/http';
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
    success: { status: 200, type: TrackingResponse },
    errors: [401, 403, 404, 422, 503],
  })
  async read(@Query() _query: NoQuery): Promise<TrackingResponse> {
    return toResponse(await this.settings.read(currentTenantId()));
  }

  @Patch()
  @Session({ role: 'admin' })
  @Operation({
    summary: 'Choose what is tracked of e-mails by default',
    description:
      'For e-mails of live keys that do not say themselves; off until chosen. Test keys track when asked to.',
    success: { status: 200, type: TrackingResponse },
    errors: [400, 401, 403, 404, 413, 422, 503],
  })
  async change(@Query() _query: NoQuery, @Body() { Opens, Clicks }: ChangeTrackingRequest): Promise<TrackingResponse> {
    if (Opens === undefined && Clicks === undefined) {
      throw new Problem('MissingParameter', { message: 'Give Opens, Clicks or both' });
    }
    return toResponse(await this.settings.change(currentTenantId(), { opens: Opens, clicks: Clicks }));
  }
}

const toResponse = ({ opens, clicks }: TrackingSetting): TrackingResponse => ({
  Tracking: { Opens: opens, Clicks: clicks },
});
