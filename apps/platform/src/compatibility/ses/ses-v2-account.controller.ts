import { Controller, Get } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { currentKey, SignedByKey } from '#libs/core/auth';
import { SendQuota } from './send-quota.js';

/** The account, as clients of the second version of Amazon SES ask for it. */
@ApiExcludeController()
@Controller('v2/email')
export class SesV2AccountController {
  constructor(private readonly quota: SendQuota) {}

  @Get('account')
  @SignedByKey('account:read', 'ses')
  async account(): Promise<object> {
    return {
      DedicatedIpAutoWarmupEnabled: false,
      EnforcementStatus: 'HEALTHY',
      ProductionAccessEnabled: currentKey().environment === 'live',
      SendingEnabled: true,
      SendQuota: await this.quota.get(),
      SuppressionAttributes: { SuppressedReasons: ['BOUNCE', 'COMPLAINT'] },
    };
  }
}
