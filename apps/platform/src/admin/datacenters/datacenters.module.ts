import { Module } from '@nestjs/common';
import { AdmissionModule } from '../../admission/admission.module.js';
import { DatacenterRepository } from './datacenter.repository.js';
import { DatacentersController } from './datacenters.controller.js';
import { DatacentersService } from './datacenters.service.js';

@Module({
  imports: [AdmissionModule],
  controllers: [DatacentersController],
  providers: [DatacentersService, DatacenterRepository],
})
export class DatacentersModule {}
