import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Outbox } from '#libs/jobs';
import { metrics } from '#libs/observability';
import { Database, type TenantId } from '#libs/persistence';
import { SecretBox } from '#libs/secrets';
import { parseE164, smsKeyword, type InboundText, type SmsKeyword } from '#libs/sms';
import { PlatformConfig } from '../../config.js';
import { SuppressionRepository } from '../../suppressions/suppression.repository.js';
import { countCode } from '../senders/sender-codes.sql.js';
import { parseSender } from '../senders/sms-sender.js';
import { SmsCarriers } from '../sms-carriers.js';
import { HELP_PURPOSE } from './help-reply.processor.js';
import { InboundTextRepository } from './inbound-text.repository.js';

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
    private readonly outbox: Outbox,
    private readonly secrets: SecretBox,
    private readonly config: PlatformConfig,
    carriers: SmsCarriers,
  ) {
    // Here, because the link of a carrier is opened when the module starts.
    carriers.onInbound((text) => this.take(text));
  }

  /** Counts a text with an invalid signature. */
  countRejected(): void {
    this.texts.inc({ outcome: 'forged' });
  }

  /** Applies a text of a carrier, for the tenants whose texts it answers. */
  async take(text: InboundText): Promise<void> {
    const keyword = smsKeyword(text.body);
    const [from, to] = [parseE164(text.from), parseSender(text.to)?.value];
    if (!keyword || from === null || to === undefined) return this.texts.inc({ outcome: 'other' });
    const tenantIds = await this.listTenants(from, to);
    let isReplied = false;
    for (const tenantId of tenantIds) {
      const applied = await this.apply(tenantId, keyword, { ...text, from, to }, !isReplied);
      isReplied ||= applied && keyword === 'help';
    }
    this.texts.inc({ outcome: tenantIds.length > 0 ? keyword : 'unknown' });
  }

  /** Applies a text for one tenant; false if it was applied before. */
  async apply(tenantId: TenantId, keyword: SmsKeyword, text: InboundText, replies = false): Promise<boolean> {
    const mayReply = replies && keyword === 'help' && (await this.countReply(text.from));
    return this.database.tenant(tenantId, async (tx) => {
      if (text.carrierId && !(await this.inbound.insert(tx, tenantId, text.carrierId))) return false;
      if (keyword === 'stop') await this.stop(tx, tenantId, text);
      else if (keyword === 'start') await this.suppressions.deleteStopped(tx, tenantId, text.from, text.to);
      else if (mayReply) await this.reply(tx, tenantId, text);
      return true;
    });
  }

  private async stop(tx: EntityManager, tenantId: TenantId, { from, to }: InboundText): Promise<void> {
    const entry = { address: from, sender: to, reason: 'unsubscribe', source: 'text' } as const;
    await this.suppressions.insert(tx, tenantId, entry);
  }

  private async reply(tx: EntityManager, tenantId: TenantId, { from, to }: InboundText): Promise<void> {
    const sealed = this.secrets.seal(tenantId, HELP_PURPOSE, JSON.stringify({ to: from, from: to }));
    await this.outbox.enqueue(tx, 'sms.help', [{ tenantId, payload: { sealed } }]);
  }

  private async listTenants(from: string, to: string): Promise<TenantId[]> {
    return this.database.system(async (tx) => {
      const holder = await this.inbound.findHolder(tx, to);
      if (holder) return [holder];
      return to === this.config.smsFrom ? this.inbound.listSharing(tx, from) : [];
    });
  }

  private async countReply(number: string): Promise<boolean> {
    const subject = this.secrets.mac(HELP_PURPOSE, number).toString('hex');
    return this.database.system((tx) => countCode(tx, subject, REPLIES_PER_NUMBER));
  }
}
