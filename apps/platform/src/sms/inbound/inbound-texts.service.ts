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
import { HELP_PURPOSE } from './help-reply.processor.js';
import { InboundTextRepository } from './inbound-text.repository.js';

/** The carrier by which HELP is answered: that by which it came. */
type ReplyRoute = 'installation' | 'own';

/** Replies to one number a day: two machines must not talk without end. */
const REPLIES_PER_NUMBER = 3;

/** Applies the texts that come in: STOP, START and HELP. */
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

  /** Applies a text of the installation's carrier, for the tenants whose texts it answers. */
  async accept(text: InboundText): Promise<void> {
    const read = readText(text);
    if (!read) return this.texts.inc({ outcome: 'other' });
    const { keyword, from, to } = read;
    const tenantIds = await this.listTenants(from, to);
    let isReplied = false;
    for (const tenantId of tenantIds) {
      const reply = isReplied ? undefined : 'installation';
      const applied = await this.apply(tenantId, keyword, { ...text, from, to }, reply);
      isReplied ||= applied && keyword === 'help';
    }
    this.texts.inc({ outcome: tenantIds.length > 0 ? keyword : 'unknown' });
  }

  /** Applies a text of a tenant's own carrier, for that tenant and the senders that it has. */
  async acceptOwn(text: InboundText, { tenantId, carrier }: OwnCarrier): Promise<void> {
    const read = readText(text);
    if (!read) return this.texts.inc({ outcome: 'other' });
    const { keyword, from, to } = read;
    const { senders } = await this.policies.get(tenantId);
    if (!senders.has(to)) return this.texts.inc({ outcome: 'unknown' });
    const carrierId = text.carrierId && `${carrier} ${text.carrierId}`;
    await this.apply(tenantId, keyword, { ...text, carrierId, from, to }, 'own');
    this.texts.inc({ outcome: keyword });
  }

  /** Applies a text for one tenant; false if it was applied before. @param reply by which carrier HELP is answered */
  async apply(tenantId: TenantId, keyword: SmsKeyword, text: InboundText, reply?: ReplyRoute): Promise<boolean> {
    const mayReply = reply && keyword === 'help' && (await this.countReply(tenantId, text.from, reply));
    return this.database.tenant(tenantId, async (tx) => {
      if (text.carrierId && !(await this.inbound.insert(tx, tenantId, text.carrierId))) return false;
      if (keyword === 'stop') await this.stop(tx, tenantId, text);
      else if (keyword === 'start') await this.start(tx, tenantId, text);
      else if (mayReply) await this.reply(tx, tenantId, text, reply);
      return true;
    });
  }

  private async stop(tx: EntityManager, tenantId: TenantId, { from, to }: InboundText): Promise<void> {
    const entry = { address: from, sender: to, reason: 'unsubscribe', source: 'text' } as const;
    await this.suppressions.insert(tx, tenantId, entry);
    const news = { address: from, change: 'unsubscribed', source: 'text', occurredAt: new Date() } as const;
    await this.notices.send(tx, tenantId, [news]);
  }

  private async start(tx: EntityManager, tenantId: TenantId, { from, to }: InboundText): Promise<void> {
    await this.suppressions.deleteStopped(tx, tenantId, from, to);
    await this.notices.sendReturn(tx, tenantId, from, 'text');
  }

  private async reply(tx: EntityManager, tenantId: TenantId, text: InboundText, route: ReplyRoute): Promise<void> {
    const sealed = this.secrets.seal(tenantId, HELP_PURPOSE, JSON.stringify({ to: text.from, from: text.to }));
    const payload = { sealed, language: helpLanguage(text.body), own: route === 'own' };
    await this.outbox.enqueue(tx, 'sms.help', [{ tenantId, payload }]);
  }

  private async listTenants(from: string, to: string): Promise<TenantId[]> {
    return this.database.system(async (tx) => {
      const holder = await this.inbound.findHolder(tx, to);
      if (holder) return [holder];
      return to === this.config.smsFrom ? this.inbound.listSharing(tx, from) : [];
    });
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

interface ReadText {
  keyword: SmsKeyword;
  from: string;
  to: string;
}

/** The keyword and the numbers of a text; undefined for any other text. */
function readText(text: InboundText): ReadText | undefined {
  const keyword = smsKeyword(text.body);
  const [from, to] = [parseE164(text.from), parseSender(text.to)?.value];
  return keyword && from !== null && to !== undefined ? { keyword, from, to } : undefined;
}
