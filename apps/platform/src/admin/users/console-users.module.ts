import { Module } from '@nestjs/common';
import { AuthGatewayModule } from '../../auth/auth-gateway.module.js';
import { ConsoleUsersController } from './console-users.controller.js';
import { ConsoleUsersService } from './console-users.service.js';
import { ConsoleUsersResolver } from './graphql/console-users.resolver.js';

/** The console's view of users. */
@Module({
  imports: [AuthGatewayModule],
  controllers: [ConsoleUsersController],
  providers: [ConsoleUsersResolver, ConsoleUsersService],
})
export class ConsoleUsersModule {}
