import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Outbox } from '#libs/core/jobs';
import { metrics } from '#libs/core/observability';
import { Database, type TenantId } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import {
  helpLanguage,
  parseE164,
  smsKeyword,
  type InboundText,
  type SmsKeyword,
  parseSender,
} from '#libs/messaging/sms';
import { PlatformConfig } from '../../config.js';
import { RecipientNotices } from '../../suppressions/recipient-notices/recipient-notices.js';
import { SuppressionRepository } from '../../suppressions/suppression.repository.js';
import { OwnCarriers, type OwnCarrier } from '../own/own-carriers.js';
import { SmsPolicyCache } from '../policy/sms-policy-cache.js';
import { countCode } from '../senders/sender-codes.sql.js';
import { SmsCarriers } from '../sms-carriers.js';
import type { ReceivedText } from './received/received-text.entity.js';
import { ReceivedTextsService } from './received/received-texts.service.js';
import { HELP_PURPOSE } from './help-reply.processor.js';
import { InboundTextRepository } from './inbound-text.repository.js';

/** The carrier by which HELP is answered: that by which it came. */
type ReplyRoute = 'installation' | 'own';

/** Replies to one number a day: two machines must not talk without end. */
const REPLIES_PER_NUMBER = 3;

/** A text for one tenant. */
export interface AppliedText extends Pick<InboundText, 'carrierId' | 'body'> {
  keyword: SmsKeyword | null;
  from: string;
  to: string;
}

export interface HowApplied {
  /** The carrier by which HELP is answered; it is not if absent. */
  reply?: ReplyRoute;
  /** Given if the text is known to be this tenant's, for which it is kept. */
  keptIn?: ReceivedText['environment'];
}

/** Outcome for one tenant: it was not applied before, and what was kept of it. */
export interface Applied {
  isNew: boolean;
  received: ReceivedText | null;
}

/**
 * Takes the texts that come in: applies STOP, START and HELP, and keeps those of which it is known for whom they are. A text to the
 * sender of the installation is for no single tenant: its keyword applies for all who have texted the telephone from there.
 */
@Injectable()
export class InboundTexts {
  private readonly texts = metrics.registerCounter({
    name: 'sms_inbound_total',
    help: 'Texts that came in by their keyword, and by what was wrong with them',
    labelNames: ['outcome'],
  });

  constructor(
    private readonly database: Database,
    private readonly inbound: InboundTextRepository,
    private readonly suppressions: SuppressionRepository,
    private readonly notices: RecipientNotices,
    private readonly outbox: Outbox,
    private readonly secrets: SecretBox,
    private readonly config: PlatformConfig,
    private readonly policies: SmsPolicyCache,
    private readonly received: ReceivedTextsService,
    carriers: SmsCarriers,
    own: OwnCarriers,
  ) {
    // Here, because the link of a carrier is opened when the module starts.
    carriers.onInbound((text) => this.accept(text));
    own.onInbound((text, source) => this.acceptOwn(text, source));
  }

  /** Counts a text with an invalid signature. */
  countRejected(): void {
    this.texts.inc({ outcome: 'forged' });
  }

  /** Takes a text of the installation's carrier, for the tenant whose number it is to or those whose texts it answers. */
  async accept(text: InboundText): Promise<void> {
    const read = readText(text);
    if (!read) return this.texts.inc({ outcome: 'other' });
    const holder = await this.findHolder(read.to);
    if (holder) {
      await this.apply(holder, read, { reply: 'installation', keptIn: 'live' });
      return this.texts.inc({ outcome: read.keyword ?? 'other' });
    }
    if (!read.keyword) return this.texts.inc({ outcome: 'other' });
    const isTaken = await this.acceptShared(read);
    this.texts.inc({ outcome: isTaken ? read.keyword : 'unknown' });
  }

  /** Takes a text of a tenant's own carrier, for that tenant and the senders that it has. */
  async acceptOwn(text: InboundText, { tenantId, carrier }: OwnCarrier): Promise<void> {
    const read = readText(text);
    if (!read) return this.texts.inc({ outcome: 'other' });
    const { senders } = await this.policies.get(tenantId);
    if (!senders.has(read.to)) return this.texts.inc({ outcome: 'unknown' });
    const carrierId = text.carrierId && `${carrier} ${text.carrierId}`;
    await this.apply(tenantId, { ...read, carrierId }, { reply: 'own', keptIn: 'live' });
    this.texts.inc({ outcome: read.keyword ?? 'other' });
  }

  /** Applies a text for one tenant, and keeps it for that tenant if asked to. */
  async apply(tenantId: TenantId, text: AppliedText, { reply, keptIn }: HowApplied): Promise<Applied> {
    const { keyword } = text;
    const mayReply = reply && keyword === 'help' && (await this.countReply(tenantId, text.from, reply));
    return this.database.tenant(tenantId, async (tx) => {
      if (text.carrierId && !(await this.inbound.insert(tx, tenantId, text.carrierId)))
        return { isNew: false, received: null };
      if (keyword === 'stop') await this.stop(tx, tenantId, text);
      else if (keyword === 'start') await this.start(tx, tenantId, text);
      else if (mayReply) await this.reply(tx, tenantId, text, reply);
      return { isNew: true, received: keptIn ? await this.keep(tx, tenantId, text, keptIn) : null };
    });
  }

  /** Applies a text to the sender of the installation for each tenant that has texted the telephone from it; false if none has. */
  private async acceptShared(text: AppliedText): Promise<boolean> {
    const tenantIds = await this.listSharing(text);
    let isReplied = false;
    for (const tenantId of tenantIds) {
      const { isNew } = await this.apply(tenantId, text, isReplied ? {} : { reply: 'installation' });
      isReplied ||= isNew && text.keyword === 'help';
    }
    return tenantIds.length > 0;
  }

  private async keep(
    tx: EntityManager,
    tenantId: TenantId,
    { from, to, body, keyword }: AppliedText,
    environment: ReceivedText['environment'],
  ): Promise<ReceivedText> {
    return this.received.record(tx, tenantId, { environment, sender: from, recipient: to, body, keyword });
  }

  private async stop(tx: EntityManager, tenantId: TenantId, { from, to }: AppliedText): Promise<void> {
    const entry = { address: from, sender: to, reason: 'unsubscribe', source: 'text' } as const;
    await this.suppressions.insert(tx, tenantId, entry);
    const news = { address: from, change: 'unsubscribed', source: 'text', occurredAt: new Date() } as const;
    await this.notices.send(tx, tenantId, [news]);
  }

  private async start(tx: EntityManager, tenantId: TenantId, { from, to }: AppliedText): Promise<void> {
    await this.suppressions.deleteStopped(tx, tenantId, from, to);
    await this.notices.sendReturn(tx, tenantId, from, 'text');
  }

  private async reply(tx: EntityManager, tenantId: TenantId, text: AppliedText, route: ReplyRoute): Promise<void> {
    const sealed = this.secrets.seal(tenantId, HELP_PURPOSE, JSON.stringify({ to: text.from, from: text.to }));
    const payload = { sealed, language: helpLanguage(text.body), own: route === 'own' };
    await this.outbox.enqueue(tx, 'sms.help', [{ tenantId, payload }]);
  }

  private async findHolder(to: string): Promise<TenantId | undefined> {
    return this.database.system((tx) => this.inbound.findHolder(tx, to));
  }

  private async listSharing({ from, to }: AppliedText): Promise<TenantId[]> {
    if (to !== this.config.smsFrom) return [];
    return this.database.system((tx) => this.inbound.listSharing(tx, from));
  }

  /**
   * Counts a reply. For a tenant's own carrier it is counted for this tenant alone: what that carrier claims to have got
   * must not use up the replies of others.
   */
  private async countReply(tenantId: TenantId, number: string, route: ReplyRoute): Promise<boolean> {
    const counted = route === 'own' ? `${tenantId} ${number}` : number;
    const subject = this.secrets.mac(HELP_PURPOSE, counted).toString('hex');
    return this.database.system((tx) => countCode(tx, subject, REPLIES_PER_NUMBER));
  }
}

/** A text with its keyword, its numbers in one form and a body that can be stored; undefined if its numbers are none. */
function readText({ carrierId, body, ...numbers }: InboundText): AppliedText | undefined {
  const [from, to] = [parseE164(numbers.from), parseSender(numbers.to)?.value];
  if (from === null || to === undefined) return undefined;
  return { carrierId, body: body.replaceAll('\0', ''), keyword: smsKeyword(body) ?? null, from, to };
}
