import { Injectable } from '@nestjs/common';
import { OnJob, type JobBatch } from '#libs/jobs';
import { SecretBox } from '#libs/secrets';
import { NoticeTexts } from '../notice-texts.js';

/** The purpose under which the numbers of a reply are sealed, and that of the MAC that counts replies. */
export const HELP_PURPOSE = 'sms.help';

export const HELP_TEXT =
  'You get texts from this number because you gave yours to the company that sends them. Reply STOP to get no more.';

export interface ReplyToHelp {
  /** The numbers, sealed: `{to, from}`. */
  sealed: string;
}

/** Answers HELP. */
@Injectable()
export class HelpReplyProcessor {
  constructor(
    private readonly notices: NoticeTexts,
    private readonly secrets: SecretBox,
  ) {}

  @OnJob('sms.help', { chunk: 1, concurrency: 2 })
  async process(batch: JobBatch<ReplyToHelp>): Promise<void> {
    for (const job of batch.jobs) {
      const opened = this.secrets.open(batch.tenantId, HELP_PURPOSE, job.payload.sealed);
      const numbers = JSON.parse(opened) as { to: string; from: string };
      await this.notices.send(batch, job, { ...numbers, body: HELP_TEXT });
    }
  }
}
