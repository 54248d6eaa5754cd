import { Module } from '@nestjs/common';
import { IdempotencyModule } from '#libs/idempotency';
import { FormRepository } from './form.repository.js';
import { FormsController } from './forms.controller.js';
import { FormsService } from './forms.service.js';

@Module({
  imports: [IdempotencyModule],
  controllers: [FormsController],
  providers: [FormRepository, FormsService],
  exports: [FormRepository, FormsService],
})
export class FormsModule {}
