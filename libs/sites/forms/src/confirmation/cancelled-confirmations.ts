import { Injectable } from '@nestjs/common';
import { OnCancel } from '#libs/core/jobs';
import { ASK_CONFIRMATION_JOB } from './confirmation.js';

/** Mails of before a restore that ask to confirm a lead: the lead stays as it is, and may ask again. */
@Injectable()
export class CancelledConfirmations {
  @OnCancel(ASK_CONFIRMATION_JOB)
  async drop(): Promise<void> {}
}
