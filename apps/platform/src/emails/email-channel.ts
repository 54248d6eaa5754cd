import { Injectable } from '@nestjs/common';
import { Problem } from '#libs/core/http';
import { BlockedMail } from '../admission/blocked-mail.js';
import { type AttachedFiles, FilesOfCalls } from '../attachments/attached-files.js';
import { suppressedAddress } from '../sending/rejections.js';
import type { Sender } from '../sending/sender.js';
import type { SendingChannel } from '../sending/sending-channel.js';
import { SendingService, type SendCall } from '../sending/sending.service.js';
import type { Submission } from '../sending/submission.js';
import { TemplatesService } from '../templates/templates.service.js';
import { SendEmailRequest } from './dto/send-email.request.js';
import { toEmailDraft, type EmailDraft } from './email-draft.js';
import { RawRequests, toRawDraft, type ReadRaws } from './raw/raw-requests.js';
import { TemplateFilling } from './template-filling.js';

/** Call of which each e-mail has the same values and its templates filled in. */
export interface EmailCall extends SendCall {
  filling: TemplateFilling;
  /** Absent where no request has a raw message. */
  raws?: ReadRaws;
  /** Absent where no request names a file. */
  files?: AttachedFiles;
}

@Injectable()
export class EmailChannel implements SendingChannel<SendEmailRequest, EmailDraft> {
  readonly channel = 'email';
  readonly route = 'emails.send';
  readonly requestType = SendEmailRequest;

  constructor(
    private readonly sending: SendingService,
    private readonly templates: TemplatesService,
    private readonly blocked: BlockedMail,
    private readonly raws: RawRequests,
    private readonly files: FilesOfCalls,
  ) {}

  async draft(sender: Sender, request: SendEmailRequest): Promise<EmailDraft> {
    if (request.Raw) return toRawDraft(request, await this.raws.read(request), sender.environment);
    const filling = await this.fillingFor(sender, [request]);
    return filledDraft(request, { sender, filling, files: await this.filesFor(sender, [request]) });
  }

  /** Reads the templates that the requests of one call name, in one statement. */
  fillingFor({ tenant }: Sender, requests: readonly SendEmailRequest[]): Promise<TemplateFilling> {
    return TemplateFilling.of(this.templates, tenant.id, requests);
  }

  /** Finds the files that the requests of one call name; those of addresses are fetched. */
  filesFor({ tenant }: Sender, requests: readonly SendEmailRequest[]): Promise<AttachedFiles> {
    return this.files.find(tenant.id, requests);
  }

  /** Reads the raw messages of the requests of one call. */
  rawsFor(requests: readonly SendEmailRequest[]): Promise<ReadRaws> {
    return this.raws.readAll(requests);
  }

  /**
   * Makes the submission of one of the e-mails of a call.
   * @throws Problem PermissionDenied (blocked sender), SuppressedAddress (blocked recipient), InvalidRecipient,
   * PlanLimitExceeded, and what is invalid in the request
   */
  toSubmission(request: SendEmailRequest, { filling, raws, files, ...call }: EmailCall): Submission {
    const { environment } = call.sender;
    const draft = request.Raw
      ? toRawDraft(request, raws?.get(request), environment)
      : filledDraft(request, { ...call, filling, files });
    return this.sending.toSubmission(this, request, draft, call);
  }

  rejectBlocked({ sourceAddress, recipients }: EmailDraft): void {
    if (this.blocked.isBlocked(sourceAddress)) throw senderBlocked();
    const blocked = this.blocked.listBlocked(recipients.map(({ recipient }) => recipient));
    if (blocked.length > 0) throw suppressedAddress(recipients, blocked, 'is blocked on this platform');
  }
}

function filledDraft(
  request: SendEmailRequest,
  { sender, filling, files }: Pick<EmailCall, 'sender' | 'filling' | 'files'>,
): EmailDraft {
  const draft = toEmailDraft(request, filling.messageOf(request), sender.environment, files);
  return { ...draft, templateId: filling.templateIdOf(request) };
}

function senderBlocked(): Problem {
  const message = 'Source is blocked on this platform';
  return new Problem('PermissionDenied', {
    message,
    details: [{ Field: 'Source', Message: 'is blocked on this platform' }],
  });
}
