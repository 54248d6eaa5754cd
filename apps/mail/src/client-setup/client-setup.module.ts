import { Module } from '@nestjs/common';
import { DomainsModule } from '../domains/domains.module.js';
import { ClientDomain } from './client-domain.js';
import { ClientSettings } from './client-settings.js';
import { ClientSetupController } from './client-setup.controller.js';
import { MtaStsController } from './mta-sts.controller.js';
import { TlsAskController } from './tls-ask.controller.js';

/** Tells mail programs and mail servers about verified domains. */
@Module({
  imports: [DomainsModule],
  controllers: [ClientSetupController, MtaStsController, TlsAskController],
  providers: [ClientDomain, ClientSettings],
})
export class ClientSetupModule {}
