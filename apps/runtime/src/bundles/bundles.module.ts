import { Module } from '@nestjs/common';
import { Bundles } from './bundles.js';
import { BundlesController } from './bundles.controller.js';

@Module({ controllers: [BundlesController], providers: [Bundles], exports: [Bundles] })
export class BundlesModule {}
