import { Module } from '@nestjs/common';
import { MailReceivers } from './mail-receivers.js';

@Module({ providers: [MailReceivers], exports: [MailReceivers] })
export class MailReceiversModule {}
