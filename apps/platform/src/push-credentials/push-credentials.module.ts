import { Module } from '@nestjs/common';
import { PushCredentialsResolver } from './graphql/push-credentials.resolver.js';
import { PushCredentialRepository } from './push-credential.repository.js';
import { PushCredentialsController } from './push-credentials.controller.js';
import { PushCredentials } from './push-credentials.service.js';

@Module({
  controllers: [PushCredentialsController],
  providers: [PushCredentialRepository, PushCredentials, PushCredentialsResolver],
  exports: [PushCredentials],
})
export class PushCredentialsModule {}
