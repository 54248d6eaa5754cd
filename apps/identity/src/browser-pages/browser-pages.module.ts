import { Module } from '@nestjs/common';
import { PageLimit } from './page-limit.js';

/** Parts that identity's HTML pages share: the frame, the router, the limit of calls, the texts. */
@Module({
  providers: [PageLimit],
  exports: [PageLimit],
})
export class BrowserPagesModule {}
