import { Module } from '@nestjs/common';
import { MailboxesModule } from '../mailboxes/mailboxes.module.js';
import { AvatarEncoder } from './avatar-encoder.js';
import { AvatarsController } from './avatars.controller.js';
import { AvatarsService } from './avatars.service.js';
import { AvatarsResolver } from './graphql/avatars.resolver.js';

@Module({
  imports: [MailboxesModule],
  controllers: [AvatarsController],
  providers: [AvatarsResolver, AvatarEncoder, AvatarsService],
})
export class AvatarsModule {}
