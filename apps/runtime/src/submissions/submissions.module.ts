import { Module } from '@nestjs/common';
import { CallCounter } from '#libs/core/limits';
import { RuntimeConfig } from '../config.js';
import { CollectModule } from '../collect/collect.module.js';
import { SitesModule } from '../sites/sites.module.js';
import { VisitsModule } from '../visits/visits.module.js';
import { ConfirmationsController } from './confirmation/confirmations.controller.js';
import { AllowedOrigins } from './allowed-origins.js';
import { FormCache } from './forms/form-cache.js';
import { FormLooks } from './forms/form-looks.js';
import { KeptFiles } from './native/kept-files.js';
import { LeadJournal } from './journal/lead-journal.js';
import { NativeController } from './native/native.controller.js';
import { SentForms } from './native/sent-forms.js';
import { SnippetController } from './snippet/snippet.controller.js';
import { VisitorSubmissions } from './visitor-submissions.js';

/** Forms that visitors send. Its last route matches every path: import it after all other modules with a POST. */
@Module({
  imports: [CollectModule, SitesModule, VisitsModule],
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
