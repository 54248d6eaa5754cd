import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CredentialReader, Suspension, SUSPENDED_REASON, type TenantView } from '#libs/core/auth';
import { Problem } from '#libs/core/http';
import { OnJob, type ClaimedJob, type JobBatch } from '#libs/core/jobs';
import { logger, metrics } from '#libs/core/observability';
import { Database } from '#libs/core/persistence';
import { Contact } from '../contacts/contact.entity.js';
import { EmailChannel } from '../emails/email-channel.js';
import { isOverLimit, type OverLimit, type Submission } from '../sending/submission.js';
import { SubmissionRepository } from '../sending/submission.repository.js';
import { SuppressionRepository } from '../suppressions/suppression.repository.js';
import { ListMemberRepository } from '../lists/list-member.repository.js';
import { ListRepository } from '../lists/list.repository.js';
import {
  ASK_DROPPED_AFTER_MS,
  CONFIRMATION_LINK_MS,
  type AskedConfirmation,
  type AskMember,
} from '../lists/confirmation/confirmation.js';
import { ConfirmationLimits } from './confirmation-limits.js';
import { addressDigest } from '../lists/confirmation/confirmation-links.js';
import { confirmationMail } from './confirmation-mail.js';
import { ConfirmationSenders } from '../lists/confirmation/confirmation-senders.js';

type Batch = JobBatch<AskMember>;
type Job = ClaimedJob<AskMember>;

type Outcome = 'sent' | 'limited' | 'refused' | 'needless';

const HOUR_MS = 3_600_000;
/** Codes of faults that pass by themselves: the job is tried again. */
const TRY_AGAIN: ReadonlySet<string> = new Set(['ServiceUnavailable', 'Throttling']);

/** Sends the mails that ask pending members for a confirmation, as messages of the tenant. No address is logged. */
@Injectable()
export class ConfirmationProcessor {
  private readonly mails = metrics.registerCounter({
    name: 'list_confirmation_mails_total',
    help: 'Mails that ask members of lists for a confirmation, by what became of them',
    labelNames: ['outcome'],
  });

  constructor(
    private readonly database: Database,
    private readonly lists: ListRepository,
    private readonly members: ListMemberRepository,
    private readonly senders: ConfirmationSenders,
    private readonly limits: ConfirmationLimits,
    private readonly emails: EmailChannel,
    private readonly submissions: SubmissionRepository,
    private readonly credentials: CredentialReader,
    private readonly suspension: Suspension,
    private readonly suppressions: SuppressionRepository,
  ) {}

  @OnJob('list.ask-member', { concurrency: 2, perTenant: 1 })
  async ask(batch: Batch): Promise<void> {
    const later = await this.suspension.waitUntil(batch.tenantId);
    if (later) return batch.postponeUntried(this.database, later, SUSPENDED_REASON);
    const tenant = await this.credentials.read('tenant', batch.tenantId);
    if (!tenant) throw new Error('The tenant of a list is unknown');
    for (const job of batch.jobs) await batch.runFor(job, () => this.askOne(batch, tenant, job));
  }

  private async askOne(batch: Batch, tenant: TenantView, job: Job): Promise<void> {
    const { tenantId } = batch;
    const email = await this.database.tenant(tenantId, (tx) => this.findAddress(tx, batch, job));
    if (email === null) return this.complete(batch, job, 'needless');
    // Later attempts are those of a mail that was counted.
    if (job.attempt === 1) {
      const waitMs = await this.limits.consumeTenant(tenantId);
      if (waitMs > 0) return this.postpone(batch, job, new Date(Date.now() + waitMs), 'The limit of the account', true);
      if (!(await this.limits.consumeAddress(job.payload.listId, email))) return this.complete(batch, job, 'limited');
    }
    const submission = await this.submissionOf(tenant, job, email);
    if (!submission) return this.complete(batch, job, 'refused');
    const over = await this.submit(batch, job, submission);
    if (over) await this.postpone(batch, job, resetOf(over), 'The quota of the account', false);
  }

  /** The address to ask; null if there is none, or no need any more. */
  private async findAddress(tx: EntityManager, { tenantId }: Batch, job: Job): Promise<string | null> {
    if (Date.now() - job.createdAt.getTime() > ASK_DROPPED_AFTER_MS) return null;
    const { listId, contactId } = job.payload;
    const member = await this.members.find(tx, tenantId, listId, contactId);
    if (!member?.pendingSince) return null;
    const contact = await tx.findOneBy(Contact, { tenantId, id: contactId });
    return contact?.email ?? null;
  }

  /** Null if the mail can be sent neither now nor later. */
  private async submissionOf(tenant: TenantView, { payload }: Job, email: string): Promise<Submission | null> {
    const { listId, contactId, environment } = payload;
    const tenantId = tenant.id;
    const found = await this.database.tenant(tenantId, async (tx) => ({
      list: await this.lists.find(tx, tenantId, listId),
      contact: await tx.findOneBy(Contact, { tenantId, id: contactId }),
      sender: await this.senders.find(tx, tenantId),
      isHeld: await this.suppressions.holdsAllOfErased(tx, tenantId, email),
    }));
    const { list, contact, sender, isHeld } = found;
    if (!list || !contact || !sender || isHeld) return null;
    const expiresAt = new Date(Date.now() + CONFIRMATION_LINK_MS);
    const { attributes } = contact;
    const request = confirmationMail({
      list,
      contact: { attributes, email },
      tenantName: tenant.name,
      sender,
      expiresAt,
    });
    const confirmation = { listId, contactId, digest: addressDigest(email), expiresAt: expiresAt.getTime() };
    try {
      const by = { tenant, environment };
      const filling = await this.emails.fillingFor(by, []);
      const mail = this.emails.toSubmission(request, { sender: by, filling, idempotency: null, apiCalls: 0 });
      const submission = withConfirmation(mail, confirmation);
      return sender.isShared ? { ...submission, requiredDomain: null } : submission;
    } catch (error) {
      if (!(error instanceof Problem) || TRY_AGAIN.has(error.code)) throw error;
      logger.warn('A mail that asks a member for a confirmation was refused', { id: listId, code: error.code });
      return null;
    }
  }

  /** The message and the end of the job are one transaction, so that the mail is sent once. Returns a limit that is reached. */
  private async submit(batch: Batch, job: Job, submission: Submission): Promise<OverLimit | undefined> {
    let over: OverLimit | undefined;
    let outcome: Outcome = 'needless';
    await this.database.tenant(batch.tenantId, async (tx) => {
      const [acceptance] = await this.submissions.insert(tx, [submission]);
      if (acceptance !== undefined && isOverLimit(acceptance)) {
        over = acceptance;
        return;
      }
      const isCompleted = (await batch.complete(tx, [job.id])).has(job.id);
      // A job whose lease ran out belongs to another worker, which sends its own.
      if (!isCompleted) throw new Error('The job was taken over');
      outcome = acceptance === 'accepted' ? 'sent' : 'refused';
    });
    if (!over) this.mails.inc({ outcome });
    return over;
  }

  private async complete(batch: Batch, { id }: Job, outcome: Outcome): Promise<void> {
    await this.database.tenant(batch.tenantId, (tx) => batch.complete(tx, [id]));
    this.mails.inc({ outcome });
  }

  private async postpone(batch: Batch, { id }: Job, at: Date, reason: string, untried: boolean): Promise<void> {
    await this.database.tenant(batch.tenantId, (tx) => batch.postpone(tx, [{ id, at, reason, untried }]));
  }
}

function withConfirmation({ content, ...rest }: Submission, confirmation: AskedConfirmation): Submission {
  return { ...rest, content: { ...content, data: { ...content.data, confirmation } } };
}

/** The next month is too late for some of these mails, which are then dropped. */
const resetOf = (over: OverLimit): Date => (over === 'over-quota' ? new Date(Date.now() + HOUR_MS) : over.resetsAt);
