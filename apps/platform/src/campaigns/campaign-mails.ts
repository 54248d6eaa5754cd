import { Injectable } from '@nestjs/common';
import { Problem } from '#libs/core/http';
import type { TenantId } from '#libs/core/persistence';
import { textBeside } from '#libs/mail/mime';
import type { SendEmailRequest } from '../emails/dto/send-email.request.js';
import { EmailChannel, type EmailCall } from '../emails/email-channel.js';
import type { Sender } from '../sending/sender.js';
import type { Submission } from '../sending/submission.js';
import type { CallLimits, FillingResult, TemplateData, TemplateParts } from '../templates/template-renderer.js';
import { TemplatesService } from '../templates/templates.service.js';
import { withMailLinks } from '../tracking/links/mail-links.js';
import type { ContactData } from '../contacts/contact.js';
import type { CampaignContent } from './campaign.js';
import type { Campaign } from './campaign.entity.js';

/** A slice is one transaction: this bounds its memory and how long it keeps its locks. */
const OF_A_SLICE: CallLimits = { messageMs: 250, ms: 2_000, characters: 8_000_000, waitMs: 5_000 };

/**
 * A contact's e-mail. Without a submission the contact is skipped, or the content cannot be filled in for it; `pausedBy`
 * says why the campaign then pauses behind it.
 */
export type CampaignMail = { contact: ContactData } & (
  | { submission: Submission }
  | { submission?: undefined; isSkipped: boolean; pausedBy?: string }
);

interface AddressedContact extends ContactData {
  email: string;
}

/** Makes a campaign's e-mails, each filled in for its contact and with a link to unsubscribe. */
@Injectable()
export class CampaignMails {
  constructor(
    private readonly emails: EmailChannel,
    private readonly templates: TemplatesService,
  ) {}

  /**
   * The e-mails of the first contacts, in their order, until the render limits of a slice are reached or the content takes
   * too much for a contact; at least one.
   * @throws Problem for a fault that all of them share, Throttling if too much is being filled in
   */
  async for(sender: Sender, campaign: Campaign, contacts: readonly ContactData[]): Promise<CampaignMail[]> {
    const filling = await this.emails.fillingFor(sender, []);
    const call: EmailCall = { sender, filling, idempotency: null, apiCalls: 0 };
    const results = await this.fill(campaign, contacts);
    const mails: CampaignMail[] = [];
    for (const contact of contacts) {
      const mail = this.mailTo(contact, campaign, results, call);
      if (!mail) break;
      mails.push(mail);
      if (!mail.submission && mail.pausedBy) break;
    }
    return mails;
  }

  /** The parts of one e-mail, filled in; `data` overrides what the contact has. @throws Problem as the templates do */
  async fillFor(
    tenantId: TenantId,
    content: CampaignContent,
    contact: ContactData,
    data: TemplateData,
  ): Promise<TemplateParts> {
    return this.templates.fill(tenantId, templateOf(content), withMailLinks({ ...dataOf(contact), ...data }));
  }

  private async fill(
    { tenantId, content }: Campaign,
    contacts: readonly ContactData[],
  ): Promise<Map<ContactData, FillingResult | undefined>> {
    const addressed = contacts.filter(hasAddress);
    const template = templateOf(content);
    const fillings = addressed.map((contact) => ({ template, data: withMailLinks(dataOf(contact)) }));
    const results = await this.templates.fillAll(tenantId, fillings, OF_A_SLICE);
    return new Map(addressed.map((contact, n) => [contact, results[n]]));
  }

  /** Undefined for a contact that the limits of the slice left out. */
  private mailTo(
    contact: ContactData,
    campaign: Campaign,
    results: ReadonlyMap<ContactData, FillingResult | undefined>,
    call: EmailCall,
  ): CampaignMail | undefined {
    if (!hasAddress(contact)) return { contact, isSkipped: true };
    const result = results.get(contact);
    if (!result) return undefined;
    if ('problem' in result) {
      const { code, message } = result.problem;
      return {
        contact,
        isSkipped: false,
        ...(result.isOfTemplate && { pausedBy: `${code}: ${message} (contact ${contact.id})` }),
      };
    }
    try {
      const request = requestFor(campaign, contact, result.parts);
      const submission = this.emails.toSubmission(request, call);
      return {
        contact,
        submission: {
          ...submission,
          templateId: campaign.content.templateId,
          campaignId: campaign.id,
          topicId: campaign.content.topicId ?? campaign.listId,
        },
      };
    } catch (error) {
      if (error instanceof Problem && error.code === 'SuppressedAddress') return { contact, isSkipped: true };
      if (error instanceof Problem && OF_ONE_CONTACT.has(error.code)) return { contact, isSkipped: false };
      throw error;
    }
  }
}

const templateOf = ({ subject, html, text, templateId, templateData }: CampaignContent) => ({
  subject,
  html,
  text,
  id: templateId ?? 'the campaign',
  data: templateData,
});

const hasAddress = (contact: ContactData): contact is AddressedContact => contact.email !== null;

function requestFor(
  { content }: Campaign,
  { email }: AddressedContact,
  { subject, html, text }: TemplateParts,
): SendEmailRequest {
  const readable = textBeside({ text, html }) ?? '';
  return {
    Source: content.source,
    Destination: { ToAddresses: [email] },
    Message: {
      Subject: { Data: subject ?? '' },
      Body: {
        ...(readable === '' ? {} : { Text: { Data: readable } }),
        ...(html === null ? {} : { Html: { Data: html } }),
      },
    },
    ReplyToAddresses: content.replyTo,
    ListUnsubscribe: true,
    ...(content.tags ? { Tags: content.tags } : {}),
    ...(content.trackOpens === null ? {} : { TrackOpens: content.trackOpens }),
    ...(content.trackClicks === null ? {} : { TrackClicks: content.trackClicks }),
  };
}

/** A variable that this contact lacks, an invalid address, a subject that its name makes too long. */
const OF_ONE_CONTACT: ReadonlySet<string> = new Set([
  'MissingParameter',
  'InvalidParameter',
  'InvalidRecipient',
  'ValidationError',
]);

/** The contact's columns override its attributes; both override the campaign's data. */
function dataOf({ email, phone, name, attributes }: ContactData) {
  const own = Object.entries({ email, phone, name }).filter(([, value]) => value !== null);
  return { ...attributes, ...Object.fromEntries(own) };
}
