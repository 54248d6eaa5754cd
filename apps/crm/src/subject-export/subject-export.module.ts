import { type DynamicModule, Module } from '@nestjs/common';
import { SubjectDataClient } from '#libs/privacy/data-rights';
import type { CrmConfig } from '../config.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { KeysModule } from '../keys/keys.module.js';
import { SubjectExportResolver } from './graphql/subject-export.resolver.js';
import { HeldData } from './held-data.service.js';
import { SubjectExportController } from './subject-export.controller.js';
import { SubjectExportService } from './subject-export.service.js';

@Module({})
export class SubjectExportModule {
  static forRoot({ pagesUrl, platformUrl, serviceSecret }: CrmConfig): DynamicModule {
    const apps = { pages: pagesUrl, platform: platformUrl };
    return {
      module: SubjectExportModule,
      imports: [ContactsModule, KeysModule],
      controllers: [SubjectExportController],
      providers: [
        { provide: SubjectDataClient, useFactory: () => new SubjectDataClient({ apps, serviceSecret }) },
        HeldData,
        SubjectExportResolver,
        SubjectExportService,
      ],
    };
  }
}
