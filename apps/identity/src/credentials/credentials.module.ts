import { Global, Module } from '@nestjs/common';
import { CredentialPublisher } from './credential-publisher.js';

/** Publishes changes of credentials to the credential view. */
@Global()
@Module({
  providers: [CredentialPublisher],
  exports: [CredentialPublisher],
})
export class CredentialsModule {}
