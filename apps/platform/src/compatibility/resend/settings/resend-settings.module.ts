import { Module } from '@nestjs/common';
import { TemplatesModule } from '../../../templates/templates.module.js';
import { TopicsModule } from '../../../topics/topics.module.js';
import { WebhooksModule } from '../../../webhooks/webhooks.module.js';
import { ResendTemplatesController } from '../templates/templates.controller.js';
import { ResendApiKeysController } from './api-keys.controller.js';
import { ResendTopicsController } from './topics.controller.js';
import { ResendWebhooksController } from './webhooks.controller.js';

@Module({
  imports: [TemplatesModule, TopicsModule, WebhooksModule],
  controllers: [ResendApiKeysController, ResendTemplatesController, ResendTopicsController, ResendWebhooksController],
})
export class ResendSettingsModule {}
