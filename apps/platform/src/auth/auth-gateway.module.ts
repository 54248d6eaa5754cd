import { Module, type MiddlewareConsumer, type NestModule } from '@nestjs/common';
import { AddressLimit } from './address-limit.js';
import { AuthController } from './auth.controller.js';
import { IdentityGateway } from './identity-gateway.js';
import { SessionCookie } from './session-cookie.js';

@Module({
  controllers: [AuthController],
  providers: [AddressLimit, IdentityGateway, SessionCookie],
  exports: [IdentityGateway],
})
export class AuthGatewayModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(AddressLimit).forRoutes('api/auth/*path');
  }
}
