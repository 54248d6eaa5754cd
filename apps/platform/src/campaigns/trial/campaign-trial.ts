import { Injectable } from '@nestjs/common';
import { invalidField } from '#libs/core/http';
import { Database, isId, newId } from '#libs/core/persistence';
import type { ContactData } from '../../contacts/contact.js';
import { ContactRepository } from '../../contacts/contact.repository.js';
import type { Enqueued } from '../../sending/sending.service.js';
import type { TemplateParts } from '../../templates/template-renderer.js';
import { type TestCall, TestSends } from '../../test-sends/test-sends.js';
import type { Campaign } from '../campaign.entity.js';
import { CampaignMails } from '../campaign-mails.js';
import { CampaignRepository } from '../campaign.repository.js';
import { CampaignsService } from '../campaigns.service.js';

/** Members of the list that are looked through for one with an address. */
const LOOKED_THROUGH = 100;

/** Person whom a campaign is tried for: a contact, or the first of the list with an address; `data` overrides what it has. */
export interface TrialSample {
  contactId?: string | undefined;
  data?: Record<string, unknown> | undefined;
}

export interface CampaignPreview extends TemplateParts {
  /** The address of the contact that it is filled in for; null for a made-up one. */
  to: string | null;
}

/** Tries a campaign before it is started: what it would say, and how it looks in a mail program. */
@Injectable()
export class CampaignTrial {
  constructor(
    private readonly database: Database,
    private readonly campaigns: CampaignsService,
    private readonly rows: CampaignRepository,
    private readonly contacts: ContactRepository,
    private readonly mails: CampaignMails,
    private readonly tests: TestSends,
  ) {}

  /**
   * Fills the campaign in for one recipient, and sends nothing.
   * @throws Problem InvalidParameter for an unknown contact and for content that does not work, MissingParameter naming a variable
   */
  async preview(campaign: Campaign, sample: TrialSample): Promise<CampaignPreview> {
    const content = await this.campaigns.contentOf(campaign);
    const contact = await this.contactOf(campaign, sample);
    const parts = await this.mails.fillFor(campaign.tenantId, content, contact ?? madeUp(), sample.data ?? {});
    return { ...parts, to: contact?.email ?? null };
  }

  /** Sends what {@link preview} fills in to the user or a member. @throws Problem as it and {@link TestSends.send} do */
  async send(campaign: Campaign, sample: TrialSample, call: TestCall): Promise<Enqueued> {
    const parts = await this.preview(campaign, sample);
    const { source, replyTo, topicId } = campaign.content;
    const of = { type: 'campaign', id: campaign.id } as const;
    return this.tests.send({ source, parts, replyTo, topicId: topicId ?? campaign.listId, of }, call);
  }

  private async contactOf(campaign: Campaign, { contactId }: TrialSample): Promise<ContactData | undefined> {
    const { tenantId } = campaign;
    return this.database.tenant(tenantId, async (tx) => {
      if (contactId !== undefined) {
        const found = isId('cnt', contactId) && (await this.contacts.find(tx, tenantId, contactId));
        if (!found) throw unknownContact();
        return found;
      }
      const first = await this.rows.listContacts(tx, { ...campaign, reached: '' }, LOOKED_THROUGH);
      return first.find(({ email }) => email !== null);
    });
  }
}

const madeUp = (): ContactData => ({
  id: newId('cnt'),
  externalId: null,
  email: null,
  phone: null,
  name: null,
  attributes: {},
});

const unknownContact = () => invalidField('InvalidParameter', 'ContactId', 'is no contact of this account');
