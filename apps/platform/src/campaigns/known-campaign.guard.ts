import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { currentTenantId, requestOf } from '#libs/auth';
import { CampaignsService } from './campaigns.service.js';

/** Refuses a campaign that is unknown, or another tenant's, before the body or the query is judged. */
@Injectable()
export class KnownCampaignGuard implements CanActivate {
  constructor(private readonly campaigns: CampaignsService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    await this.campaigns.read(currentTenantId(), String(requestOf(context).params['id']));
    return true;
  }
}
