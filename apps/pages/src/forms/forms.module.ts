import { Module } from '@nestjs/common';
import { IdempotencyModule } from '#libs/core/idempotency';
import { PublishedPagesModule } from '../published-pages/published-pages.module.js';
import { FormRepository } from './form.repository.js';
import { FormsResolver } from './graphql/forms.resolver.js';
import { FormsController } from './forms.controller.js';
import { FormsService } from './forms.service.js';

@Module({
  imports: [IdempotencyModule, PublishedPagesModule],
  controllers: [FormsController],
  providers: [FormRepository, FormsResolver, FormsService],
  exports: [FormRepository, FormsService],
})
export class FormsModule {}
