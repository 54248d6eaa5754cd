import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type CancelledJob, type DeadJob, OnCancel, OnDead } from '#libs/core/jobs';
import type { SendCampaign } from './campaign-sending.js';
import { CampaignRepository } from './campaign.repository.js';

const GIVEN_UP = 'Paused after an internal error. Resume it, or cancel it.';
const REASON = 'Paused after a restore: contacts beyond its count may have had it. Cancel it, or resume it.';

/**
 * Pauses campaigns whose job is gone. How far those came that were being sent before a restore is not known; of others nothing is lost
 * and nothing done twice, since a slice is one transaction.
 */
@Injectable()
export class StrandedCampaigns {
  constructor(private readonly campaigns: CampaignRepository) {}

  @OnCancel('campaign.send')
  async pause(tx: EntityManager, job: CancelledJob): Promise<void> {
    await this.pauseWith(tx, job, REASON);
  }

  @OnDead('campaign.send')
  async giveUp(tx: EntityManager, job: DeadJob): Promise<void> {
    await this.pauseWith(tx, job, GIVEN_UP);
  }

  private async pauseWith(tx: EntityManager, { tenantId, payload }: DeadJob, error: string): Promise<void> {
    const { campaignId, run } = payload as unknown as SendCampaign;
    const campaign = await this.campaigns.lockForUpdate(tx, tenantId, campaignId);
    if (!campaign || campaign.run !== run) return;
    // One that a plan has paused would resume by itself.
    if (['scheduled', 'running'].includes(campaign.status) || campaign.resumeAt)
      await this.campaigns.update(tx, campaign, { status: 'paused', resumeAt: null, error });
  }
}
