import { Module } from '@nestjs/common';
import { FormsModule } from '../forms/forms.module.js';
import { LimitsModule } from '../limits/limits.module.js';
import { ChatCompletions } from './chat-completions.js';
import { GenerationController } from './generation.controller.js';
import { GenerationLimits } from './generation-limits.js';
import { GenerationService } from './generation.service.js';

@Module({
  imports: [FormsModule, LimitsModule],
  controllers: [GenerationController],
  providers: [ChatCompletions, GenerationLimits, GenerationService],
})
export class GenerationModule {}
