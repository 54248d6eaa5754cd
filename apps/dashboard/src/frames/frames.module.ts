import { Module } from '@nestjs/common';
import { GatewayModule } from '../gateway/gateway.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { FrameController } from './frame.controller.js';
import { FrameStore } from './frame-store.js';

@Module({ imports: [GatewayModule, SignInModule], controllers: [FrameController], providers: [FrameStore] })
export class FramesModule {}
