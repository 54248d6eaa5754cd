import { Injectable } from '@nestjs/common';
import { Problem } from '#libs/http';
import { BlockedMail } from '../admission/blocked-mail.js';
import type { SendEmailRequest } from '../emails/dto/send-email.request.js';
import { EmailsService } from '../emails/emails.service.js';
import type { Sender } from '../sending/sender.js';
import type { Submission } from '../sending/submission.js';
import { RenderBudget, type RenderLimits } from '../templates/render-budget.js';
import { TemplatesService } from '../templates/templates.service.js';
import type { Campaign, CampaignContact } from './campaign.js';

/** A slice is one transaction: it may hold neither much memory nor its locks for long. */
const OF_A_SLICE: RenderLimits = { characters: 8_000_000, ms: 2_000 };

/** What is to be sent to a member of the list; undefined for one who has no address, or for whom the content does not work. */
export type CampaignMail = { contact: CampaignContact } & (
  { submission: Submission } | { submission?: undefined; isSkipped: boolean }
);

/** Makes a campaign's e-mails, each filled in for its reader and with a way out. */
@Injectable()
export class CampaignMails {
  constructor(
    private readonly emails: EmailsService,
    private readonly templates: TemplatesService,
    private readonly blocked: BlockedMail,
  ) {}

  /**
   * An e-mail for each of the contacts, in their order, as far as a slice's worth of rendering goes: at least one, if there
   * are contacts. @throws Problem for what is wrong with all of them
   */
  async for(sender: Sender, campaign: Campaign, contacts: readonly CampaignContact[]): Promise<CampaignMail[]> {
    const filling = await this.emails.fillingFor(sender, []);
    const budget = new RenderBudget(OF_A_SLICE);
    const mails: CampaignMail[] = [];
    for (const contact of contacts) {
      if (budget.isSpent) break;
      mails.push(
        this.mailTo(contact, campaign, budget, (request) =>
          this.emails.toSubmission(sender, request, null, 0, filling),
        ),
      );
      await budget.pause();
    }
    return mails;
  }

  private mailTo(
    contact: CampaignContact,
    campaign: Campaign,
    budget: RenderBudget,
    toSubmission: (request: SendEmailRequest) => Submission,
  ): CampaignMail {
    if (contact.email === null) return { contact, isSkipped: true };
    try {
      const submission = toSubmission(this.requestFor(campaign, contact, contact.email, budget));
      const refusal = this.blocked.refusalOf(submission);
      if (refusal) throw refusal;
      return { contact, submission: { ...submission, templateId: campaign.content.templateId } };
    } catch (error) {
      if (error instanceof Problem && error.code === 'SuppressedAddress') return { contact, isSkipped: true };
      if (error instanceof Problem && OF_ONE_CONTACT.has(error.code)) return { contact, isSkipped: false };
      throw error;
    }
  }

  private requestFor(
    { content }: Campaign,
    contact: CampaignContact,
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

/** A variable that this contact lacks, an address that cannot be written to, a subject that its name makes too long. */
const OF_ONE_CONTACT: ReadonlySet<string> = new Set([
  'MissingParameter',
  'InvalidParameter',
  'InvalidRecipient',
  'ValidationError',
]);

/** The contact's own attributes go before what the campaign says for all. */
function dataOf({ email, phone, name, attributes }: CampaignContact, common: Record<string, unknown>) {
  const own = Object.entries({ email, phone, name }).filter(([, value]) => value !== null);
  return { ...common, ...attributes, ...Object.fromEntries(own) };
}
