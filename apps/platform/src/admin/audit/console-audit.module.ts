import { Module } from '@nestjs/common';
import { AuthGatewayModule } from '../../auth/auth-gateway.module.js';
import { AuditController } from './audit.controller.js';
import { ConsoleAuditService } from './console-audit.service.js';
import { AuditResolver } from './graphql/audit.resolver.js';

@Module({
  imports: [AuthGatewayModule],
  controllers: [AuditController],
  providers: [AuditResolver, ConsoleAuditService],
})
export class ConsoleAuditModule {}
