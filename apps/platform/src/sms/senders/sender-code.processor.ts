import { Injectable } from '@nestjs/common';
import { OnJob, type JobBatch } from '#libs/core/jobs';
import { Database } from '#libs/core/persistence';
import { NoticeTexts } from '../notice-texts.js';
import { SenderCodes } from './sender-codes.service.js';
import { SmsSenderRepository } from './sms-sender.repository.js';

export interface SendSenderCode {
  senderId: string;
}

/** Texts the codes of senders. They are no messages of the tenant: its history would show the code. */
@Injectable()
export class SenderCodeProcessor {
  constructor(
    private readonly database: Database,
    private readonly senders: SmsSenderRepository,
    private readonly codes: SenderCodes,
    private readonly notices: NoticeTexts,
  ) {}

  @OnJob('sms.sender-code', { chunk: 1, concurrency: 2 })
  async process(batch: JobBatch<SendSenderCode>): Promise<void> {
    const { tenantId } = batch;
    for (const job of batch.jobs) {
      const { senderId } = job.payload;
      const sender = await this.database.tenant(tenantId, (tx) => this.senders.find(tx, tenantId, senderId));
      const code = sender && this.codes.openValid(sender);
      const body = `${code} is the code that confirms this number as a sender of texts. Do not pass it on.`;
      await this.notices.send(batch, job, code ? { to: sender.value, body } : undefined);
    }
  }
}
