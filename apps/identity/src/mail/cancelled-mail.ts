import { Injectable } from '@nestjs/common';
import { OnCancel } from '#libs/jobs';

/** Mail of before a restore. Nothing waits for it: whoever misses a mail asks for another. */
@Injectable()
export class CancelledMail {
  @OnCancel('mail.send', 'password.forgotten')
  async drop(): Promise<void> {}
}
