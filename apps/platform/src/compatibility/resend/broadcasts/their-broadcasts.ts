import { Injectable } from '@nestjs/common';
import { currentTenantId } from '#libs/core/auth';
import { invalidField } from '#libs/core/http';
import type { Campaign } from '../../../campaigns/campaign.entity.js';
import type { CampaignDraft } from '../../../campaigns/campaign.js';
import { CampaignsService } from '../../../campaigns/campaigns.service.js';
import { PlatformConfig } from '../../../config.js';
import { currentSender, type Sender } from '../../../sending/sender.js';
import { TopicsService } from '../../../topics/topics.service.js';
import type { TheirFields } from '../../frame/their-fields.js';
import { scheduledAtOf } from '../frame/scheduled-at.js';
import { toBroadcast, toBroadcastChange } from './to-broadcast.js';

const NAME_MAX = 200;

/** Broadcasts, which are campaigns with a text of their own. */
@Injectable()
export class TheirBroadcasts {
  constructor(
    private readonly campaigns: CampaignsService,
    private readonly topics: TopicsService,
    private readonly config: PlatformConfig,
  ) {}

  /** Creates a broadcast, and sends it if the body says so. One that cannot be sent is not kept. @throws Problem as our own routes */
  async create(broadcast: TheirFields): Promise<string> {
    const [isSent, time] = [broadcast.flag('send') ?? false, broadcast.text('scheduled_at')];
    if (time !== undefined && !isSent) throw broadcast.invalid('scheduled_at', 'is for a broadcast with send: true');
    const sendAt = toSendAt(time);
    const draft = toBroadcast(broadcast);
    await this.requireTopic(broadcast);
    const campaign = await this.campaigns.create(this.sender(), draft);
    if (!isSent) return campaign.id;
    try {
      await this.campaigns.start(this.sender(), campaign, sendAt);
    } catch (error) {
      await this.campaigns.delete(campaign);
      throw error;
    }
    return campaign.id;
  }

  /** @throws Problem Conflict unless it is a draft, MissingParameter, ValidationError */
  async update(campaign: Campaign, broadcast: TheirFields): Promise<void> {
    await this.requireTopic(broadcast);
    await this.campaigns.update(campaign, toBroadcastChange(broadcast));
  }

  /** @throws Problem as the start of a campaign */
  async send(campaign: Campaign, time: string | undefined): Promise<void> {
    await this.campaigns.start(this.sender(), campaign, toSendAt(time));
  }

  /** Makes a draft of the same content, also of a campaign that was sent. */
  async duplicate({ name, listId, content }: Campaign): Promise<string> {
    // A campaign that was started has the parts of its template beside it.
    const parts = content.templateId === null ? {} : { subject: null, html: null, text: null };
    const draft: CampaignDraft = {
      name: `${name.slice(0, NAME_MAX - COPY.length)}${COPY}`,
      listId,
      content: { ...content, ...parts },
    };
    return (await this.campaigns.create(this.sender(), draft)).id;
  }

  /** A campaign of a topic that does not exist would stop at its first e-mail. */
  private async requireTopic(broadcast: TheirFields): Promise<void> {
    const name = broadcast.text('topic_id');
    if (name === undefined || (await this.topics.find(currentTenantId(), name))) return;
    throw invalidField('InvalidParameter', 'topic_id', 'is no topic of the account');
  }

  private sender(): Sender {
    return currentSender(this.config.isProduction);
  }
}

const COPY = ' (copy)';

const toSendAt = (time: string | undefined): string | undefined =>
  time === undefined ? undefined : scheduledAtOf(time, new Date());
