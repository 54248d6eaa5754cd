import { Module } from '@nestjs/common';
import { Antivirus } from '#libs/mail/antivirus';
import { MailConfig } from './config.js';

/** The virus scanner: one for what comes in and what goes out, so that its limit of scans at a time holds for both. */
@Module({
  providers: [
    {
      provide: Antivirus,
      inject: [MailConfig],
      useFactory: ({ clamdUrl }: MailConfig) => new Antivirus({ clamdUrl }),
    },
  ],
  exports: [Antivirus],
})
export class AntivirusModule {}
