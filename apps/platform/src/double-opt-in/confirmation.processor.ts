import { Injectable } from '@nestjs/common';
import { CredentialReader, Suspension, type TenantView } from '#libs/core/auth';
import { Problem } from '#libs/core/http';
import { OnJob, type JobBatch } from '#libs/core/jobs';
import { logger } from '#libs/core/observability';
import { Database } from '#libs/core/persistence';
import {
  type ConfirmationAddressee,
  ConfirmationAsker,
  type ConfirmationJob,
  ConfirmationLimits,
  linkExpiresAt,
} from '#libs/messaging/confirmation';
import { Contact } from '../contacts/contact.entity.js';
import { EmailChannel } from '../emails/email-channel.js';
import { isOverLimit, isOverQuota, type OverLimit, type Submission } from '../sending/submission.js';
import { SubmissionRepository } from '../sending/submission.repository.js';
import { SuppressionRepository } from '../suppressions/suppression.repository.js';
import { ListMemberRepository } from '../lists/list-member.repository.js';
import { ListRepository } from '../lists/list.repository.js';
import { ASK_MEMBER_JOB, type AskedConfirmation, type AskMember } from '../lists/confirmation/confirmation.js';
import { addressDigest } from '../lists/confirmation/confirmation-links.js';
import { confirmationMail } from './confirmation-mail.js';
import { ConfirmationSenders } from '../lists/confirmation/confirmation-senders.js';

type Asked = ConfirmationJob<AskMember>;

/** Pending member to ask. */
interface AskedMember extends ConfirmationAddressee {
  tenant: TenantView;
}

const HOUR_MS = 3_600_000;
/** Codes of faults that pass by themselves: the job is tried again. */
const TRY_AGAIN: ReadonlySet<string> = new Set(['ServiceUnavailable', 'Throttling']);

/** Sends the mails that ask pending members for a confirmation, as messages of the tenant. */
@Injectable()
export class ConfirmationProcessor extends ConfirmationAsker<AskMember, AskedMember> {
  constructor(
    database: Database,
    limits: ConfirmationLimits,
    suspension: Suspension,
    private readonly lists: ListRepository,
    private readonly members: ListMemberRepository,
    private readonly senders: ConfirmationSenders,
    private readonly emails: EmailChannel,
    private readonly submissions: SubmissionRepository,
    private readonly credentials: CredentialReader,
    private readonly suppressions: SuppressionRepository,
  ) {
    super(database, limits, suspension, {
      name: 'list_confirmation_mails_total',
      help: 'Mails that ask members of lists for a confirmation, by what became of them',
      overLimit: 'The limit of the account',
    });
  }

  @OnJob(ASK_MEMBER_JOB, { concurrency: 2, perTenant: 1 })
  async ask(batch: JobBatch<AskMember>): Promise<void> {
    return this.askAll(batch);
  }

  protected async findAddressee({ batch: { tenantId }, job }: Asked): Promise<AskedMember | null> {
    const { listId, contactId } = job.payload;
    const contact = await this.database.tenant(tenantId, async (tx) => {
      const member = await this.members.find(tx, tenantId, listId, contactId);
      return member?.pendingSince ? tx.findOneBy(Contact, { tenantId, id: contactId }) : null;
    });
    if (!contact?.email) return null;
    const tenant = await this.credentials.read('tenant', tenantId);
    if (!tenant) throw new Error('The tenant of a list is unknown');
    return { tenantId, askerId: listId, email: contact.email, tenant };
  }

  protected async send(asked: Asked, { tenant, email }: AskedMember): Promise<void> {
    const submission = await this.submissionOf(tenant, asked, email);
    if (!submission) return this.complete(asked, 'refused');
    const over = await this.submit(asked, submission);
    if (over) await this.postpone(asked, { at: resetOf(over), reason: 'The quota of the account', untried: false });
  }

  /** Null if the mail can be sent neither now nor later. */
  private async submissionOf(
    tenant: TenantView,
    { job: { payload } }: Asked,
    email: string,
  ): Promise<Submission | null> {
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
    const expiresAt = linkExpiresAt(new Date());
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
  private async submit({ batch, job }: Asked, submission: Submission): Promise<OverLimit | undefined> {
    let over: OverLimit | undefined;
    let isAccepted = false;
    await this.database.tenant(batch.tenantId, async (tx) => {
      const [acceptance] = await this.submissions.insert(tx, [submission]);
      if (acceptance !== undefined && isOverLimit(acceptance)) {
        over = acceptance;
        return;
      }
      const isCompleted = (await batch.complete(tx, [job.id])).has(job.id);
      // A job whose lease ran out belongs to another worker, which sends its own.
      if (!isCompleted) throw new Error('The job was taken over');
      isAccepted = acceptance === 'accepted';
    });
    if (!over) this.count(isAccepted ? 'sent' : 'refused');
    return over;
  }
}

function withConfirmation({ content, ...rest }: Submission, confirmation: AskedConfirmation): Submission {
  return { ...rest, content: { ...content, data: { ...content.data, confirmation } } };
}

/** The next month is too late for some of these mails, which are then dropped. */
const resetOf = (over: OverLimit): Date => (isOverQuota(over) ? new Date(Date.now() + HOUR_MS) : over.resetsAt);
