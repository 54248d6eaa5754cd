import { Module } from '@nestjs/common';
import { PersonErasureModule } from '#libs/privacy/data-rights';
import { ContactErasureReceiver } from './contact-erasure.receiver.js';

@Module({ imports: [PersonErasureModule], providers: [ContactErasureReceiver] })
export class ErasureModule {}
