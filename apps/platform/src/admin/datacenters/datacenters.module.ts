import { Module } from '@nestjs/common';
import { AdmissionModule } from '../../admission/admission.module.js';
import { DatacenterRepository } from './datacenter.repository.js';
import { DatacentersController } from './datacenters.controller.js';
import { DatacentersService } from './datacenters.service.js';
import { DatacentersResolver } from './graphql/datacenters.resolver.js';

@Module({
  imports: [AdmissionModule],
  controllers: [DatacentersController],
  providers: [DatacentersResolver, DatacentersService, DatacenterRepository],
})
export class DatacentersModule {}
