import { Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { AnyBearer } from '#libs/core/auth';
import { Problem } from '#libs/core/http';

/** API keys at Resend's routes, which refuse every key: one that could make others would open more than its scopes. */
@ApiExcludeController()
@AnyBearer()
@Controller('api-keys')
export class ResendApiKeysController {
  @Post()
  create(): never {
    throw onlyByUser();
  }

  @Get()
  list(): never {
    throw onlyByUser();
  }

  @Patch(':id')
  update(): never {
    throw onlyByUser();
  }

  @Delete(':id')
  delete(): never {
    throw onlyByUser();
  }
}

const onlyByUser = (): Problem =>
  new Problem('PermissionDenied', {
    message:
      'No key makes, lists or removes keys: an owner or admin does, in the dashboard or by /api/tenants/{id}/api-keys',
  });
