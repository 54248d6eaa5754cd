import { Module } from '@nestjs/common';
import { byKey } from '#libs/core/auth';
import { TemplatesResolver } from './graphql/templates.resolver.js';
import { TemplateRenderer } from './template-renderer.js';
import { TemplateRepository } from './template.repository.js';
import { TemplatesController } from './templates.controller.js';
import { TemplatesService } from './templates.service.js';

@Module({
  controllers: [TemplatesController, byKey(TemplatesController, { read: 'templates:read', write: 'templates:write' })],
  providers: [TemplateRenderer, TemplateRepository, TemplatesResolver, TemplatesService],
  exports: [TemplatesService],
})
export class TemplatesModule {}
