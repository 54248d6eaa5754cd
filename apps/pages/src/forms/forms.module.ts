import { Module } from '@nestjs/common';
import { IdempotencyModule } from '#libs/idempotency';
import { PublishedPageRepository } from '../publishing/published-page.repository.js';
import { RenderAgainModule } from '../publishing/render-again.module.js';
import { FormRepository } from './form.repository.js';
import { FormsResolver } from './graphql/forms.resolver.js';
import { FormsController } from './forms.controller.js';
import { FormsService } from './forms.service.js';

@Module({
  imports: [IdempotencyModule, RenderAgainModule],
  controllers: [FormsController],
  providers: [PublishedPageRepository, FormRepository, FormsResolver, FormsService],
  exports: [FormRepository, FormsService],
})
export class FormsModule {}
