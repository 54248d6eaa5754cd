import { Module } from '@nestjs/common';
import { SitesModule } from '../sites/sites.module.js';
import { TlsAskController } from './tls-ask.controller.js';

@Module({ imports: [SitesModule], controllers: [TlsAskController] })
export class TlsModule {}
