import { Controller, Get, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { currentTenant, Session } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { SiteConfigResponse } from './dto/site.responses.js';
import { SiteConfigs } from './site-config.service.js';

@ApiTags('Push')
@Controller('api/push/site-config')
export class SiteConfigController {
  constructor(private readonly configs: SiteConfigs) {}

  @Get()
  // The first call creates the keys, which a read-only support session may not.
  @Session({ support: 'none' })
  @Operation({
    summary: 'What a web site needs for push messages to its visitors',
    description:
      'Makes the key pair of the account when it is first called. PublicKey is that of /api/push/credentials, if one is set.',
    success: { status: 200, type: SiteConfigResponse },
  })
  read(@Req() request: Request): Promise<SiteConfigResponse> {
    return this.configs.get(currentTenant(), request);
  }
}
