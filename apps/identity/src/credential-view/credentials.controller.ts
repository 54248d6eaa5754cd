import { Body, Controller, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { CredentialSource, Internal, RESOLVE_CREDENTIALS_PATH, type ViewEntry, type ViewKind } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { ResolveCredentialsRequest } from './resolve-credentials.request.js';

@ApiExcludeController()
@Internal()
@Controller()
export class CredentialsController {
  constructor(private readonly source: CredentialSource) {}

  @Post(RESOLVE_CREDENTIALS_PATH)
  @Operation({ summary: 'What is true of some credentials', success: { status: 200 } })
  async resolve(@Body() body: ResolveCredentialsRequest): Promise<{ entries: ViewEntry<ViewKind>[] }> {
    return { entries: await this.source.resolve(body.names) };
  }
}
