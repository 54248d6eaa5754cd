import { Module } from '@nestjs/common';
import { Maintenance } from './maintenance.service.js';

@Module({ providers: [Maintenance] })
export class MaintenanceModule {}
