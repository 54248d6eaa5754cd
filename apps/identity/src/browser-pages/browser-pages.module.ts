import { Module } from '@nestjs/common';
import { CallCounter } from '#libs/core/limits';
import { IdentityConfig } from '../config.js';
import { PageLimit } from './page-limit.js';

const counter = ({ redisUrl }: IdentityConfig): CallCounter => new CallCounter(redisUrl, 'identity');

/** Parts that identity's HTML pages share: the frame, the router, the limit of calls, the texts. */
@Module({
  providers: [{ provide: CallCounter, inject: [IdentityConfig], useFactory: counter }, PageLimit],
  exports: [PageLimit],
})
export class BrowserPagesModule {}
