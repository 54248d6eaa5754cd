import { Module } from '@nestjs/common';
import { RecipientNotices } from './recipient-notices.js';

@Module({ providers: [RecipientNotices], exports: [RecipientNotices] })
export class RecipientNoticesModule {}
