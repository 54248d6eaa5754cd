import { Module } from '@nestjs/common';
import { PageTemplatesResolver } from './graphql/page-templates.resolver.js';
import { PageTemplatesController } from './page-templates.controller.js';

@Module({ controllers: [PageTemplatesController], providers: [PageTemplatesResolver] })
export class PageTemplatesModule {}
