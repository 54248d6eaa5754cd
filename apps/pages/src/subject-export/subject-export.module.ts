import { Module } from '@nestjs/common';
import { SubjectDataController } from './subject-data.controller.js';
import { SubjectDataService } from './subject-data.service.js';

@Module({ controllers: [SubjectDataController], providers: [SubjectDataService] })
export class SubjectExportModule {}
