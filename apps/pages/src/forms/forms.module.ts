import { Module } from '@nestjs/common';
import { IdempotencyModule } from '#libs/idempotency';
import { RenderAgainModule } from '../publishing/render-again.module.js';
import { FormRepository } from './form.repository.js';
import { FormsController } from './forms.controller.js';
import { FormsService } from './forms.service.js';

@Module({
  imports: [IdempotencyModule, RenderAgainModule],
  controllers: [FormsController],
  providers: [FormRepository, FormsService],
  exports: [FormRepository, FormsService],
})
export class FormsModule {}
