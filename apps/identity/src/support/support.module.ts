import { Module } from '@nestjs/common';
import { SessionsModule } from '../sessions/sessions.module.js';
import { SupportSessionRepository } from './support-session.repository.js';
import { SupportSessionService } from './support-session.service.js';
import { SupportController } from './support.controller.js';

@Module({
  imports: [SessionsModule],
  controllers: [SupportController],
  providers: [SupportSessionService, SupportSessionRepository],
  exports: [SupportSessionService],
})
export class SupportModule {}
