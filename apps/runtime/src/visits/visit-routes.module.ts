import { Module } from '@nestjs/common';
import { VisitsController } from './visits.controller.js';
import { VisitsModule } from './visits.module.js';

/** Its routes match every path: import it after all other modules. */
@Module({ imports: [VisitsModule], controllers: [VisitsController] })
export class VisitRoutesModule {}
