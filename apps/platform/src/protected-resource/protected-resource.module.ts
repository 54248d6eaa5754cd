import { Module } from '@nestjs/common';
import { ProtectedResourceController } from './protected-resource.controller.js';

@Module({ controllers: [ProtectedResourceController] })
export class ProtectedResourceModule {}
