import { Injectable } from '@nestjs/common';
import { OnCancel } from '#libs/core/jobs';

/** Drops mail from before a restore of the database: a user who misses a mail asks for another. */
@Injectable()
export class CancelledMail {
  @OnCancel('mail.send', 'password.forgotten')
  async drop(): Promise<void> {}
}
