import { Injectable } from '@nestjs/common';
import { Suspension, SUSPENDED_REASON } from '#libs/core/auth';
import { OnJob, type JobBatch } from '#libs/core/jobs';
import { Database } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import type { HelpLanguage } from '#libs/messaging/sms';
import { NoticeTexts } from '../notice-texts.js';
import { HELP_TEXTS } from './help-texts.js';

/** The purpose under which the numbers of a reply are sealed, and that of the MAC that counts replies. */
export const HELP_PURPOSE = 'sms.help';

export interface ReplyToHelp {
  /** The numbers, sealed: `{to, from}`. */
  sealed: string;
  /** English if absent. */
  language?: HelpLanguage;
  /** Whether the question came by the tenant's own carrier, by which the answer leaves. */
  own?: boolean;
}

/** Answers HELP. */
@Injectable()
export class HelpReplyProcessor {
  constructor(
    private readonly notices: NoticeTexts,
    private readonly secrets: SecretBox,
    private readonly database: Database,
    private readonly suspension: Suspension,
  ) {}

  @OnJob('sms.help', { chunk: 1, concurrency: 6, perTenant: 1 })
  async process(batch: JobBatch<ReplyToHelp>): Promise<void> {
    const later = await this.suspension.waitUntil(batch.tenantId);
    if (later) return batch.postponeUntried(this.database, later, SUSPENDED_REASON);
    for (const job of batch.jobs) {
      const { sealed, language = 'en', own = false } = job.payload;
      const opened = this.secrets.open(batch.tenantId, HELP_PURPOSE, sealed);
      const numbers = JSON.parse(opened) as { to: string; from: string };
      await this.notices.send(batch, job, { ...numbers, body: HELP_TEXTS[language] }, own);
    }
  }
}
