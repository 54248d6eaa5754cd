import { Module } from '@nestjs/common';
import { SuppressionsModule } from '../suppressions/suppressions.module.js';
import { ContactErasureReceiver } from './contact-erasure.receiver.js';

@Module({ imports: [SuppressionsModule], providers: [ContactErasureReceiver] })
export class ErasureModule {}
