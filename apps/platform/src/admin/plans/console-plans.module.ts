import { Module } from '@nestjs/common';
import { PlansModule } from '../../plans/plans.module.js';
import { ConsolePlansService } from './console-plans.service.js';
import { PlansController } from './plans.controller.js';
import { PlansResolver } from './graphql/plans.resolver.js';

@Module({
  imports: [PlansModule],
  controllers: [PlansController],
  providers: [ConsolePlansService, PlansResolver],
  exports: [ConsolePlansService],
})
export class ConsolePlansModule {}
