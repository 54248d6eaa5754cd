import { Module } from '@nestjs/common';
import { IdempotencyModule } from '#libs/core/idempotency';
import { AnswersEraser, PersonErasureModule } from '#libs/privacy/data-rights';
import { ContactErasureReceiver } from './contact-erasure.receiver.js';

@Module({ imports: [IdempotencyModule, PersonErasureModule], providers: [AnswersEraser, ContactErasureReceiver] })
export class ErasureModule {}
