import { Module } from '@nestjs/common';
import { CampaignsModule } from '../../../campaigns/campaigns.module.js';
import { TopicsModule } from '../../../topics/topics.module.js';
import { ResendBroadcastsController } from './broadcasts.controller.js';
import { TheirBroadcasts } from './their-broadcasts.js';

@Module({
  imports: [CampaignsModule, TopicsModule],
  controllers: [ResendBroadcastsController],
  providers: [TheirBroadcasts],
})
export class ResendBroadcastsModule {}
