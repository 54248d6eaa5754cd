import { Module } from '@nestjs/common';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { Credentials } from './credentials.js';
import { Documents } from './documents/documents.js';
import { PersistedDocuments } from './documents/persisted-documents.js';
import { Execution } from './execution/execution.js';
import { GatewaySchema } from './execution/gateway-schema.js';
import { GraphqlController } from './graphql.controller.js';
import { GraphqlHandler } from './graphql-handler.js';
import { UpstreamsModule } from '../upstreams/upstreams.module.js';

@Module({
  imports: [SignInModule, UpstreamsModule],
  controllers: [GraphqlController],
  providers: [Credentials, Documents, Execution, GatewaySchema, GraphqlHandler, PersistedDocuments],
  exports: [Credentials, UpstreamsModule],
})
export class GatewayModule {}
