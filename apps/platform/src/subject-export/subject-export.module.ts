import { Module } from '@nestjs/common';
import { SuppressionsModule } from '../suppressions/suppressions.module.js';
import { SubjectDataController } from './subject-data.controller.js';
import { SubjectDataService } from './subject-data.service.js';

@Module({ imports: [SuppressionsModule], controllers: [SubjectDataController], providers: [SubjectDataService] })
export class SubjectExportModule {}
