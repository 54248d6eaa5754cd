import { Injectable } from '@nestjs/common';
import { Problem } from '#libs/http';
import type { SendEmailRequest } from '../emails/dto/send-email.request.js';
import { EmailsService, type EmailCall } from '../emails/emails.service.js';
import type { Sender } from '../sending/sender.js';
import type { Submission } from '../sending/submission.js';
import { RenderBudget, type RenderLimits } from '../templates/render-budget.js';
import { TemplatesService } from '../templates/templates.service.js';
import type { ContactData } from '../contacts/contact.js';
import type { Campaign } from './campaign.entity.js';

/** A slice is one transaction: this bounds its memory and how long it keeps its locks. */
const OF_A_SLICE: RenderLimits = { characters: 8_000_000, ms: 2_000 };

/** A contact's e-mail. Without a submission the contact is skipped, or the content cannot be filled in for it. */
export type CampaignMail = { contact: ContactData } & (
  { submission: Submission } | { submission?: undefined; isSkipped: boolean }
);

/** Makes a campaign's e-mails, each filled in for its contact and with a link to unsubscribe. */
@Injectable()
export class CampaignMails {
  constructor(
    private readonly emails: EmailsService,
    private readonly templates: TemplatesService,
  ) {}

  /**
   * The e-mails of the first contacts, in their order, until the render budget of a slice is spent; at least one.
   * @throws Problem for a fault that all of them share
   */
  async for(sender: Sender, campaign: Campaign, contacts: readonly ContactData[]): Promise<CampaignMail[]> {
    const call = { sender, filling: await this.emails.fillingFor(sender, []), apiCalls: 0 };
    const budget = new RenderBudget(OF_A_SLICE);
    const mails: CampaignMail[] = [];
    for (const contact of contacts) {
      if (budget.isSpent) break;
      mails.push(this.mailTo(contact, campaign, budget, call));
      await budget.pause();
    }
    return mails;
  }

  private mailTo(contact: ContactData, campaign: Campaign, budget: RenderBudget, call: EmailCall): CampaignMail {
    if (contact.email === null) return { contact, isSkipped: true };
    try {
      const submission = this.emails.toSubmission(
        call,
        this.requestFor(campaign, contact, contact.email, budget),
        null,
      );
      return { contact, submission: { ...submission, templateId: campaign.content.templateId } };
    } catch (error) {
      if (error instanceof Problem && error.code === 'SuppressedAddress') return { contact, isSkipped: true };
      if (error instanceof Problem && OF_ONE_CONTACT.has(error.code)) return { contact, isSkipped: false };
      throw error;
    }
  }

  private requestFor(
    { content }: Campaign,
    contact: ContactData,
    address: string,
    budget: RenderBudget,
  ): SendEmailRequest {
    const data = dataOf(contact, content.templateData);
    const { subject, html, text } = budget.spend(() => this.templates.fill(content, data));
    return {
      Source: content.source,
      Destination: { ToAddresses: [address] },
      Message: {
        Subject: { Data: subject ?? '' },
        Body: {
          ...(text === null ? {} : { Text: { Data: text } }),
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
}

/** A variable that this contact lacks, an invalid address, a subject that its name makes too long. */
const OF_ONE_CONTACT: ReadonlySet<string> = new Set([
  'MissingParameter',
  'InvalidParameter',
  'InvalidRecipient',
  'ValidationError',
]);

/** The contact's attributes override the campaign's data; its columns override both. */
function dataOf({ email, phone, name, attributes }: ContactData, common: Record<string, unknown>) {
  const own = Object.entries({ email, phone, name }).filter(([, value]) => value !== null);
  return { ...common, ...attributes, ...Object.fromEntries(own) };
}
