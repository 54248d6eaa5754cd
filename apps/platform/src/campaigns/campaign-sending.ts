import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import type { EntityManager } from 'typeorm';
import { CredentialReader } from '#libs/auth';
import { Problem } from '#libs/http';
import { OnJob, Outbox, type ClaimedJob, type JobBatch } from '#libs/jobs';
import { Database, type TenantId } from '#libs/persistence';
import { acceptWithinQuota } from '../sending/quota.js';
import type { Sender } from '../sending/sender.js';
import type { Acceptance, Submission } from '../sending/submission.js';
import { SUSPENDED_REASON, Suspension } from '../suspension/suspension.js';
import type { Campaign } from './campaign.js';
import { CampaignMails, type CampaignMail } from './campaign-mails.js';
import { CampaignRepository } from './campaign.repository.js';

export const SEND_CAMPAIGN = 'campaign.send';

export interface SendCampaign {
  campaignId: string;
  run: number;
}

const SLICE = 500;
/** Of rendered content in one slice, about; it bounds the memory that a campaign takes. */
const SLICE_BYTES = 8_000_000;

/** Why a campaign cannot go on until somebody does something about it. */
const WAITS_FOR_QUOTA = 'QuotaExceeded: the quota of this month is used up';
const WAITS_FOR_DOMAIN = 'DomainNotVerified: the domain of Source is no longer verified';

type Job = ClaimedJob<SendCampaign>;
type Batch = JobBatch<SendCampaign>;

/**
 * Sends campaigns, a slice of the list at a time. The messages of a slice, the contact it has come to, its counts and the
 * promise of the next slice are one transaction: whatever is killed when, nobody gets it twice and nobody is left out.
 */
@Injectable()
export class CampaignSending {
  constructor(
    private readonly database: Database,
    private readonly campaigns: CampaignRepository,
    private readonly mails: CampaignMails,
    private readonly credentials: CredentialReader,
    private readonly suspension: Suspension,
    private readonly outbox: Outbox,
  ) {}

  @OnJob(SEND_CAMPAIGN, { chunk: 1, concurrency: 2 })
  async send(batch: Batch): Promise<void> {
    const later = await this.suspension.waitUntil(batch.tenantId);
    if (later) return batch.putOff(this.database, later, SUSPENDED_REASON);
    const tenant = await this.credentials.read('tenant', batch.tenantId);
    if (!tenant) throw new Error('The tenant of a campaign is unknown');
    for (const job of batch.jobs) {
      await this.database.tenant(batch.tenantId, async (tx) => {
        const ours = await batch.complete(tx, [job.id]);
        if (!ours.has(job.id)) return;
        const campaign = await this.due(tx, batch.tenantId, job);
        if (campaign) await this.sendSlice(tx, { tenant, environment: campaign.environment }, campaign);
      });
    }
  }

  /** The campaign of a job, running and held; undefined when it was paused, cancelled or started anew since. */
  private async due(tx: EntityManager, tenantId: TenantId, { payload }: Job): Promise<Campaign | undefined> {
    const campaign = await this.campaigns.hold(tx, tenantId, payload.campaignId);
    if (!campaign || campaign.run !== payload.run) return undefined;
    if (campaign.status === 'running') return campaign;
    if (campaign.status !== 'scheduled') return undefined;
    return this.campaigns.move(tx, tenantId, campaign.id, { to: 'running', starts: true });
  }

  private async sendSlice(tx: EntityManager, sender: Sender, campaign: Campaign): Promise<void> {
    const { id, listId, reached, run } = campaign;
    const tenantId = sender.tenant.id;
    const size = sliceSize(campaign);
    const contacts = await this.campaigns.members(tx, tenantId, listId, reached, size);
    const mails = await this.mailsOrPause(tx, sender, campaign, contacts);
    if (!mails) return;
    const outcome = outcomeOf(mails, await accept(tx, mails));
    if (outcome.reached) await this.campaigns.advance(tx, tenantId, id, outcome.reached, outcome);
    if (outcome.waitsFor) await this.campaigns.move(tx, tenantId, id, { to: 'paused', error: outcome.waitsFor });
    else if (contacts.length < size && mails.length === contacts.length)
      await this.campaigns.move(tx, tenantId, id, { to: 'completed', ends: true });
    else await this.outbox.add(tx, [{ tenantId, kind: SEND_CAMPAIGN, payload: { campaignId: id, run } }]);
  }

  /** Undefined when nothing can be sent, for a reason that the plan or the content gives: the campaign then waits. */
  private async mailsOrPause(
    tx: EntityManager,
    sender: Sender,
    campaign: Campaign,
    contacts: Parameters<CampaignMails['for']>[2],
  ): Promise<CampaignMail[] | undefined> {
    try {
      return await this.mails.for(sender, campaign, contacts);
    } catch (error) {
      if (!(error instanceof Problem) || error.code === 'ServiceUnavailable') throw error;
      const why = `${error.code}: ${error.message}`;
      await this.campaigns.move(tx, sender.tenant.id, campaign.id, { to: 'paused', error: why });
      return undefined;
    }
  }
}

function sliceSize({ content: { html, text } }: Campaign): number {
  const bytes = Buffer.byteLength(html ?? '') + Buffer.byteLength(text ?? '') + 1;
  return Math.max(1, Math.min(SLICE, Math.floor(SLICE_BYTES / bytes)));
}

/** In the caller's transaction, by the statement through which all sending is accepted. */
async function accept(tx: EntityManager, mails: readonly CampaignMail[]): Promise<Acceptance[]> {
  const submissions = mails.flatMap(({ submission }): Submission[] => (submission ? [submission] : []));
  if (submissions.length === 0) return [];
  if (!tx.queryRunner) throw new Error('A slice of a campaign is accepted in a transaction');
  const client = (await tx.queryRunner.connect()) as PoolClient;
  return acceptWithinQuota(client, submissions);
}

interface SliceOutcome {
  /** The last contact that is dealt with; undefined when none is. */
  reached: string | undefined;
  accepted: number;
  skipped: number;
  failed: number;
  waitsFor?: string;
}

/** Up to the first contact for whom the campaign has to wait; those behind it wait with it. */
function outcomeOf(mails: readonly CampaignMail[], acceptances: readonly Acceptance[]): SliceOutcome {
  const outcome: SliceOutcome = { reached: undefined, accepted: 0, skipped: 0, failed: 0 };
  let next = 0;
  for (const mail of mails) {
    const acceptance = mail.submission ? acceptances[next++] : undefined;
    if (acceptance === 'over-quota') return { ...outcome, waitsFor: WAITS_FOR_QUOTA };
    if (acceptance === 'unverified') return { ...outcome, waitsFor: WAITS_FOR_DOMAIN };
    if (acceptance === 'accepted') outcome.accepted += 1;
    else if (mail.submission || mail.isSkipped) outcome.skipped += 1;
    else outcome.failed += 1;
    outcome.reached = mail.contact.id;
  }
  return outcome;
}
