import { Module } from '@nestjs/common';
import { AuthGatewayModule } from '../../auth/auth-gateway.module.js';
import { AuditController } from './audit.controller.js';
import { ConsoleAuditService } from './console-audit.service.js';

@Module({ imports: [AuthGatewayModule], controllers: [AuditController], providers: [ConsoleAuditService] })
export class ConsoleAuditModule {}
