import { Module } from '@nestjs/common';
import { OidcClients } from './oidc-clients.js';

@Module({
  providers: [OidcClients],
  exports: [OidcClients],
})
export class OidcClientsModule {}
