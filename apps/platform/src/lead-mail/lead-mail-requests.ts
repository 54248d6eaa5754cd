import { Injectable } from '@nestjs/common';
import { CredentialReader, type TenantView } from '#libs/core/auth';
import { Database } from '#libs/core/persistence';
import { parseMailbox } from '#libs/mail/email';
import { plainName } from '#libs/messaging/notices';
import type { SendEmailRequest } from '../emails/dto/send-email.request.js';
import { ConfirmationSenders } from '../lists/confirmation/confirmation-senders.js';
import { type Fault, faultOf, type LeadAnswer, type LeadMail, type LeadNotice } from './lead-mail.js';

/** Mail that can be sent. */
export interface LeadMailRequest {
  request: SendEmailRequest;
  /** Whether it leaves from the installation's own address, which no tenant has verified. */
  isShared: boolean;
}

/** Opens and clicks of these mails are counted for nobody. */
const UNTRACKED = { TrackOpens: false, TrackClicks: false } as const;

/** Makes requests of the mails about leads. */
@Injectable()
export class LeadMailRequests {
  constructor(
    private readonly database: Database,
    private readonly credentials: CredentialReader,
    private readonly senders: ConfirmationSenders,
  ) {}

  /** Null if nobody is to get it any more. */
  async make(tenant: TenantView, mail: LeadMail): Promise<LeadMailRequest | Fault | null> {
    return mail.kind === 'notice' ? this.notice(tenant, mail) : this.answer(tenant, mail);
  }

  /** The address is asked for now: a member who left, or lost the product, gets nothing. */
  private async notice(tenant: TenantView, { memberId, mail }: LeadNotice): Promise<LeadMailRequest | Fault | null> {
    const user = await this.credentials.read('user', memberId);
    const isMember = user?.memberships.some(({ tenantId }) => tenantId === tenant.id);
    if (!user?.active || !user.verified || !isMember || !tenant.products.includes('pages')) return null;
    const sender = await this.senderOf(tenant);
    if (!sender) return faultOf('no-sender');
    const request = {
      Source: mailbox(tenant.name, sender.address),
      Destination: { ToAddresses: [user.email] },
      Message: {
        Subject: { Data: mail.subject },
        Body: { Text: { Data: mail.text }, Html: { Data: mail.html } },
      },
      ...(mail.replyTo !== null && parseMailbox(mail.replyTo) ? { ReplyToAddresses: [mail.replyTo] } : {}),
      Headers: { 'Auto-Submitted': 'auto-generated' },
      ...UNTRACKED,
    };
    return { request, isShared: sender.isShared };
  }

  /** Never from the installation's own address: strangers type the addresses that this mail goes to. */
  private async answer(tenant: TenantView, mail: LeadAnswer): Promise<LeadMailRequest | Fault> {
    const { email, sender, templateId, data } = mail;
    const own = await this.senderOf(tenant);
    if (sender.address === null && (!own || own.isShared)) return faultOf('domain-not-verified');
    const fields = Object.fromEntries(data.fields.map(({ name, value }) => [name, value]));
    const request = {
      Source: mailbox(sender.name ?? tenant.name, sender.address ?? own?.address ?? ''),
      Destination: { ToAddresses: [email] },
      TemplateId: templateId,
      TemplateData: {
        nome: data.name,
        email: data.email,
        formulario: data.form,
        pagina: data.page,
        campos: fields,
      },
      // RFC 3834: no other machine answers it.
      Headers: { 'Auto-Submitted': 'auto-replied' },
      ...UNTRACKED,
    };
    return { request, isShared: false };
  }

  private senderOf({ id }: TenantView) {
    return this.database.tenant(id, (tx) => this.senders.find(tx, id));
  }
}

/** A name that a user chose, as far as mail may show it. */
function mailbox(name: string, address: string): string {
  const shown = plainName(name).replaceAll(/["\\]/g, '');
  return shown ? `"${shown}" <${address}>` : address;
}
