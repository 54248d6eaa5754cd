import { Module } from '@nestjs/common';
import { PageTemplatesController } from './page-templates.controller.js';

@Module({ controllers: [PageTemplatesController] })
export class PageTemplatesModule {}
