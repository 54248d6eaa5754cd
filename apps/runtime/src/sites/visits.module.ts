import { Module } from '@nestjs/common';
import { SitesModule } from './sites.module.js';
import { VisitsController } from './visits.controller.js';

/** Its routes match every path: import it after all other modules. */
@Module({ imports: [SitesModule], controllers: [VisitsController] })
export class VisitsModule {}
