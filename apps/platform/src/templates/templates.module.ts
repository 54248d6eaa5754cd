import { Module } from '@nestjs/common';
import { TemplateRenderer } from './template-renderer.js';
import { TemplateRepository } from './template.repository.js';
import { TemplatesController } from './templates.controller.js';
import { TemplatesService } from './templates.service.js';

@Module({
  controllers: [TemplatesController],
  providers: [TemplatesService, TemplateRepository, TemplateRenderer],
  exports: [TemplatesService],
})
export class TemplatesModule {}
