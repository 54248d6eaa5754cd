import { Module } from '@nestjs/common';
import { CallCounter } from '#libs/limits';
import { RuntimeConfig } from '../config.js';
import { SitesModule } from '../sites/sites.module.js';
import { AllowedOrigins } from './allowed-origins.js';
import { FormCache } from './form-cache.js';
import { LeadJournal } from './lead-journal.js';
import { NativeController } from './native.controller.js';
import { SnippetController } from './snippet.controller.js';
import { VisitorSubmissions } from './visitor-submissions.js';

/** What visitors send. Its last route matches every path: import it after the modules that take a POST. */
@Module({
  imports: [SitesModule],
  controllers: [SnippetController, NativeController],
  providers: [
    AllowedOrigins,
    FormCache,
    LeadJournal,
    VisitorSubmissions,
    {
      provide: CallCounter,
      inject: [RuntimeConfig],
      useFactory: ({ redisUrl }: RuntimeConfig) => new CallCounter(redisUrl, 'runtime'),
    },
  ],
})
export class SubmissionsModule {}
