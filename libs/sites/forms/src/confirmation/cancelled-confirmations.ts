import { Injectable } from '@nestjs/common';
import { OnCancel } from '#libs/core/jobs';
import { ANNOUNCE_LEAD_JOB } from '../leads/announce-lead.js';
import { ASK_CONFIRMATION_JOB } from './confirmation.js';

/** Mails of before a restore about a lead: it stays as it is and may ask again, and nobody hears of it twice. */
@Injectable()
export class CancelledConfirmations {
  @OnCancel(ASK_CONFIRMATION_JOB, ANNOUNCE_LEAD_JOB)
  async drop(): Promise<void> {}
}
