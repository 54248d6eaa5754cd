import { Body, Controller, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Internal } from '#libs/auth';
import { Operation } from '#libs/http';
import { ConfirmRequest } from './dto/verification.requests.js';
import { VerificationService } from './verification.service.js';

@ApiExcludeController()
@Internal()
@Controller('internal/verification')
export class VerificationController {
  constructor(private readonly verification: VerificationService) {}

  @Post()
  @Operation({ summary: 'Prove an address by the token of the mail to it', success: { status: 200 } })
  confirm(@Body() { token }: ConfirmRequest) {
    return this.verification.confirm(token);
  }
}
