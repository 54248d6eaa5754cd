import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type CancelledJob, OnCancel } from '#libs/core/jobs';
import type { SendCampaign } from './campaign-sending.js';
import { CampaignRepository } from './campaign.repository.js';

const REASON = 'Paused after a restore: contacts beyond its count may have had it. Cancel it, or resume it.';

/** Campaigns that were being sent before a restore: how far they came since the backup is not known. */
@Injectable()
export class CancelledCampaigns {
  constructor(private readonly campaigns: CampaignRepository) {}

  @OnCancel('campaign.send')
  async pause(tx: EntityManager, { tenantId, payload }: CancelledJob): Promise<void> {
    const { campaignId, run } = payload as unknown as SendCampaign;
    const campaign = await this.campaigns.lockForUpdate(tx, tenantId, campaignId);
    if (!campaign || campaign.run !== run) return;
    // One that a plan has paused would resume by itself.
    if (['scheduled', 'running'].includes(campaign.status) || campaign.resumeAt)
      await this.campaigns.update(tx, campaign, { status: 'paused', resumeAt: null, error: REASON });
  }
}
