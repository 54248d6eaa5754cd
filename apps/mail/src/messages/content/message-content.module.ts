import { Module } from '@nestjs/common';
import { MessageReader } from './message-reader.js';

/** What raw messages say. */
@Module({ providers: [MessageReader], exports: [MessageReader] })
export class MessageContentModule {}
