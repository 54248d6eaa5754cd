import { Module } from '@nestjs/common';
import { SiteFiles } from './site-files.js';
import { SiteFilesController } from './site-files.controller.js';
import { SitesModule } from './sites.module.js';

@Module({ imports: [SitesModule], controllers: [SiteFilesController], providers: [SiteFiles] })
export class SiteFilesModule {}
