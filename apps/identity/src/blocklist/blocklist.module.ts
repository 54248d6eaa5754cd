import { Module } from '@nestjs/common';
import { Blocklist } from './blocklist.js';

@Module({
  providers: [Blocklist],
  exports: [Blocklist],
})
export class BlocklistModule {}
