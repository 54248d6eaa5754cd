import { Module } from '@nestjs/common';
import { TenantsModule } from '../tenants/tenants.module.js';
import { MemberRepository } from './member.repository.js';
import { MembersController } from './members.controller.js';
import { MembersService } from './members.service.js';

@Module({
  imports: [TenantsModule],
  controllers: [MembersController],
  providers: [MembersService, MemberRepository],
  exports: [MemberRepository],
})
export class MembersModule {}
