import { Module } from '@nestjs/common';
import { LimitsModule } from '../limits/limits.module.js';
import { ChatCompletions } from './chat-completions.js';
import { GenerationController } from './generation.controller.js';
import { GenerationLimits } from './generation-limits.js';
import { GenerationService } from './generation.service.js';

@Module({
  imports: [LimitsModule],
  controllers: [GenerationController],
  providers: [ChatCompletions, GenerationLimits, GenerationService],
})
export class GenerationModule {}
