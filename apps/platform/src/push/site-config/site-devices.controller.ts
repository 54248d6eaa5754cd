import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Public } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { RegisterBrowserRequest } from './dto/site.requests.js';
import { SiteDevicesService } from './site-devices.service.js';
import { SITE_DEVICES_PATH } from './site-settings.js';

@ApiTags('Push')
@Controller(SITE_DEVICES_PATH)
export class SiteDevicesController {
  constructor(private readonly devices: SiteDevicesService) {}

  @Post()
  @Public()
  @Operation({
    summary: "Register a visitor's browser",
    description: 'For the snippet of /api/push/site-config, from any origin. The site key opens this and nothing else.',
    success: { status: 204 },
    errors: [403, 503],
  })
  async register(@Body() { SiteKey, Token }: RegisterBrowserRequest): Promise<void> {
    await this.devices.register(SiteKey, Token);
  }
}
