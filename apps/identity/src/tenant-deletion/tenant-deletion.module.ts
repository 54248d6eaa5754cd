import { Module } from '@nestjs/common';
import { TenantRemovalModule } from '#libs/privacy/data-rights';
import { MailModule } from '../mail/mail.module.js';
import { MembersModule } from '../members/members.module.js';
import { TenantsModule } from '../tenants/tenants.module.js';
import { UsersModule } from '../users/users.module.js';
import { DeletionNotices } from './deletion-notices.js';
import { KEPT_IN_IDENTITY } from './kept-tables.js';
import { ENTITIES } from '../entities.js';
import { OwnRemovalReport, RemovalAnswers } from './removal-answers.js';
import { TenantDeletionController } from './tenant-deletion.controller.js';
import { TenantDeletionRepository } from './tenant-deletion.repository.js';
import { TenantDeletionService } from './tenant-deletion.service.js';
import { TenantPurge } from './tenant-purge.js';

@Module({ providers: [RemovalAnswers, TenantDeletionRepository], exports: [RemovalAnswers, TenantDeletionRepository] })
class DeletionRecordsModule {}

/** Owners delete tenants; the grace, the end, and the proof of it. */
@Module({
  imports: [
    DeletionRecordsModule,
    MailModule,
    MembersModule,
    TenantRemovalModule.forRoot({
      app: 'identity',
      entities: ENTITIES,
      report: OwnRemovalReport,
      imports: [DeletionRecordsModule],
      kept: KEPT_IN_IDENTITY,
    }),
    TenantsModule,
    UsersModule,
  ],
  controllers: [TenantDeletionController],
  providers: [DeletionNotices, TenantDeletionService, TenantPurge],
  exports: [DeletionRecordsModule, TenantDeletionService],
})
export class TenantDeletionModule {}
