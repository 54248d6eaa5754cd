import { Module } from '@nestjs/common';
import { GatewayModule } from '../gateway/gateway.module.js';
import { RestProxyController } from './rest-proxy.controller.js';
import { RestProxy } from './rest-proxy.js';

@Module({ imports: [GatewayModule], controllers: [RestProxyController], providers: [RestProxy] })
export class RestProxyModule {}
