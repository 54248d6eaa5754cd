import { Module } from '@nestjs/common';
import { MessageStore } from './message-store.js';

/** Where messages are written. */
@Module({ providers: [MessageStore], exports: [MessageStore] })
export class MessageStoreModule {}
