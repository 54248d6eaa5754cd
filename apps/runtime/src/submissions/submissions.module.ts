import { Module } from '@nestjs/common';
import { CallCounter } from '#libs/limits';
import { RuntimeConfig } from '../config.js';
import { SitesModule } from '../sites/sites.module.js';
import { ConfirmationsController } from './confirmation/confirmations.controller.js';
import { AllowedOrigins } from './allowed-origins.js';
import { FormCache } from './form-cache.js';
import { FormLooks } from './form-looks.js';
import { KeptFiles } from './kept-files.js';
import { LeadJournal } from './lead-journal.js';
import { NativeController } from './native.controller.js';
import { SentForms } from './sent-forms.js';
import { SnippetController } from './snippet.controller.js';
import { VisitorSubmissions } from './visitor-submissions.js';

/** What visitors send. Its last route matches every path: import it after the modules that take a POST. */
@Module({
  imports: [SitesModule],
  // The first one's path would be a form's id to the second one.
  controllers: [ConfirmationsController, SnippetController, NativeController],
  providers: [
    AllowedOrigins,
    FormCache,
    FormLooks,
    KeptFiles,
    LeadJournal,
    SentForms,
    VisitorSubmissions,
    {
      provide: CallCounter,
      inject: [RuntimeConfig],
      useFactory: ({ redisUrl }: RuntimeConfig) => new CallCounter(redisUrl, 'runtime'),
    },
  ],
})
export class SubmissionsModule {}
