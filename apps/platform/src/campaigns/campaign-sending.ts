import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CredentialReader, SUSPENDED_REASON, Suspension } from '#libs/core/auth';
import { Problem } from '#libs/core/http';
import { OnJob, Outbox, type ClaimedJob, type JobBatch } from '#libs/core/jobs';
import { Database, type Id, type TenantId } from '#libs/core/persistence';
import { limitMessage } from '../sending/rejections.js';
import type { Sender } from '../sending/sender.js';
import { isOverLimit, isOverQuota, type Acceptance, type OverLimit, type Submission } from '../sending/submission.js';
import { SubmissionRepository } from '../sending/submission.repository.js';
import type { ContactData } from '../contacts/contact.js';
import type { Campaign } from './campaign.entity.js';
import { RESUMED } from './campaign.js';
import { CampaignMails, type CampaignMail } from './campaign-mails.js';
import { CampaignRepository, type CampaignChange } from './campaign.repository.js';

export interface SendCampaign {
  campaignId: Id<'cam'>;
  run: number;
}

const SLICE = 500;
/** Rendered content in one slice, about; it bounds the memory of a campaign. */
const SLICE_BYTES = 8_000_000;

/** Why a campaign is paused until a user resumes it. */
const PAUSED_BY_TOPIC: Pause = { reason: 'InvalidParameter: TopicId is no topic of this account' };
const PAUSED_BY_DOMAIN: Pause = { reason: 'DomainNotVerified: the domain of Source is no longer verified' };

/** Codes of faults that pass by themselves: the slice is tried again. */
const TRY_AGAIN: ReadonlySet<string> = new Set(['ServiceUnavailable', 'Throttling']);

interface Pause {
  reason: string;
  /** When the campaign resumes by itself. */
  resumeAt?: Date;
}

type Job = ClaimedJob<SendCampaign>;
type Batch = JobBatch<SendCampaign>;

/**
 * Sends campaigns, a slice of the list at a time. The messages of a slice, its position, its counts and the job of the
 * next slice are one transaction, so that a crash neither skips a contact nor sends to it twice.
 */
@Injectable()
export class CampaignSending {
  constructor(
    private readonly database: Database,
    private readonly campaigns: CampaignRepository,
    private readonly mails: CampaignMails,
    private readonly submissions: SubmissionRepository,
    private readonly credentials: CredentialReader,
    private readonly suspension: Suspension,
    private readonly outbox: Outbox,
  ) {}

  @OnJob('campaign.send', { chunk: 1, concurrency: 2 })
  async send(batch: Batch): Promise<void> {
    const later = await this.suspension.waitUntil(batch.tenantId);
    if (later) return batch.postponeUntried(this.database, later, SUSPENDED_REASON);
    const tenant = await this.credentials.read('tenant', batch.tenantId);
    if (!tenant) throw new Error('The tenant of a campaign is unknown');
    for (const job of batch.jobs) {
      await this.database.tenant(batch.tenantId, async (tx) => {
        const completed = await batch.complete(tx, [job.id]);
        if (!completed.has(job.id)) return;
        const campaign = await this.due(tx, batch.tenantId, job);
        if (campaign) await this.sendSlice(tx, { tenant, environment: campaign.environment }, campaign);
      });
    }
  }

  /** The campaign of a job, running and locked; undefined if a user paused, cancelled or restarted it since. */
  private async due(tx: EntityManager, tenantId: TenantId, { payload }: Job): Promise<Campaign | undefined> {
    const campaign = await this.campaigns.lockForUpdate(tx, tenantId, payload.campaignId);
    if (!campaign || campaign.run !== payload.run) return undefined;
    if (campaign.status === 'running') return campaign;
    if (campaign.resumeAt) return this.campaigns.update(tx, campaign, RESUMED);
    return campaign.status === 'scheduled' ? this.campaigns.start(tx, campaign) : undefined;
  }

  private async sendSlice(tx: EntityManager, sender: Sender, campaign: Campaign): Promise<void> {
    const size = sliceSize(campaign);
    const contacts = await this.campaigns.listContacts(tx, campaign, size);
    const mails = await this.mailsOrPause(tx, sender, campaign, contacts);
    if (!mails) return;
    const outcome = outcomeOf(mails, await this.submissions.insert(tx, submissionsOf(mails)));
    const isLast = contacts.length < size && mails.length === contacts.length;
    const end = !outcome.pausedBy && isLast;
    const change = { ...progressAfter(campaign, outcome), ...statusAfter(outcome, end) };
    if (Object.keys(change).length > 0) await this.campaigns.update(tx, campaign, change);
    if (!end) await this.enqueueNext(tx, campaign, outcome.pausedBy);
  }

  /** Enqueues the next slice; after a pause only if it ends by itself. */
  private async enqueueNext(
    tx: EntityManager,
    { tenantId, id, run }: Campaign,
    pause: Pause | undefined,
  ): Promise<void> {
    if (pause && !pause.resumeAt) return;
    const payload = { campaignId: id, run };
    await this.outbox.enqueue(tx, 'campaign.send', [
      { tenantId, payload, ...(pause?.resumeAt && { availableAt: pause.resumeAt }) },
    ]);
  }

  /** Pauses the campaign and returns undefined if its plan or content lets nothing be sent. */
  private async mailsOrPause(
    tx: EntityManager,
    sender: Sender,
    campaign: Campaign,
    contacts: readonly ContactData[],
  ): Promise<CampaignMail[] | undefined> {
    try {
      return await this.mails.for(sender, campaign, contacts);
    } catch (error) {
      if (!(error instanceof Problem) || TRY_AGAIN.has(error.code)) throw error;
      const reason = `${error.code}: ${error.message}`;
      await this.campaigns.update(tx, campaign, { status: 'paused', error: reason });
      return undefined;
    }
  }
}

/** A campaign goes on when the next day begins, and not in the next month: by then it is old news. */
function pauseOf(limit: OverLimit): Pause {
  const reason = `QuotaExceeded: ${limitMessage(limit, new Date())}`;
  return isOverQuota(limit) ? { reason } : { reason, resumeAt: limit.resetsAt };
}

function sliceSize({ content: { html, text } }: Campaign): number {
  const bytes = Buffer.byteLength(html ?? '') + Buffer.byteLength(text ?? '') + 1;
  return Math.max(1, Math.min(SLICE, Math.floor(SLICE_BYTES / bytes)));
}

const submissionsOf = (mails: readonly CampaignMail[]): Submission[] =>
  mails.flatMap(({ submission }) => submission ?? []);

interface SliceOutcome {
  /** The last processed contact; undefined if there is none. */
  reached: string | undefined;
  accepted: number;
  skipped: number;
  failed: number;
  pausedBy?: Pause;
}

/** Contacts that join the list during the campaign add to its recipients as they are processed. */
function progressAfter(campaign: Campaign, { reached, accepted, skipped, failed }: SliceOutcome): CampaignChange {
  if (reached === undefined) return {};
  const counts = {
    accepted: campaign.accepted + accepted,
    skipped: campaign.skipped + skipped,
    failed: campaign.failed + failed,
  };
  const processed = counts.accepted + counts.skipped + counts.failed;
  return { reached, ...counts, recipients: Math.max(campaign.recipients, processed) };
}

function statusAfter({ pausedBy }: SliceOutcome, end: boolean): CampaignChange {
  if (pausedBy) return { status: 'paused', error: pausedBy.reason, resumeAt: pausedBy.resumeAt ?? null };
  return end ? { status: 'completed', endedAt: new Date() } : {};
}

/** The outcome up to the first contact for whom the campaign has to pause. */
function outcomeOf(mails: readonly CampaignMail[], acceptances: readonly Acceptance[]): SliceOutcome {
  const outcome: SliceOutcome = { reached: undefined, accepted: 0, skipped: 0, failed: 0 };
  let next = 0;
  for (const mail of mails) {
    const acceptance = mail.submission ? acceptances[next++] : undefined;
    if (acceptance && isOverLimit(acceptance)) return { ...outcome, pausedBy: pauseOf(acceptance) };
    if (acceptance === 'unverified') return { ...outcome, pausedBy: PAUSED_BY_DOMAIN };
    if (acceptance === 'unknown-topic') return { ...outcome, pausedBy: PAUSED_BY_TOPIC };
    if (acceptance === 'accepted') outcome.accepted += 1;
    else if (mail.submission || mail.isSkipped) outcome.skipped += 1;
    else outcome.failed += 1;
    outcome.reached = mail.contact.id;
    if (!mail.submission && mail.pausedBy) return { ...outcome, pausedBy: { reason: mail.pausedBy } };
  }
  return outcome;
}
