import { Module } from '@nestjs/common';
import { SitesModule } from '../sites/sites.module.js';
import { VisitsModule } from '../visits/visits.module.js';
import { SiteFiles } from './site-files.js';
import { SiteFilesController } from './site-files.controller.js';

@Module({ imports: [SitesModule, VisitsModule], controllers: [SiteFilesController], providers: [SiteFiles] })
export class SiteFilesModule {}
