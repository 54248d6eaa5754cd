import { Module } from '@nestjs/common';
import { PlansModule } from '../../plans/plans.module.js';
import { ConsolePlansService } from './console-plans.service.js';
import { PlansController } from './plans.controller.js';

@Module({
  imports: [PlansModule],
  controllers: [PlansController],
  providers: [ConsolePlansService],
  exports: [ConsolePlansService],
})
export class ConsolePlansModule {}
