import { Module } from '@nestjs/common';
import { ContactErasureReceiver } from './contact-erasure.receiver.js';

@Module({ providers: [ContactErasureReceiver] })
export class ErasureModule {}
