import { Module } from '@nestjs/common';
import { Maintenance } from './maintenance.service.js';
import { MonthsRepository } from './months.repository.js';

@Module({ providers: [Maintenance, MonthsRepository] })
export class MaintenanceModule {}
