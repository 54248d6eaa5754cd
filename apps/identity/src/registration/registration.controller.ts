import { Body, Controller, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Internal } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { RegisterRequest } from './registration.requests.js';
import { RegistrationService } from './registration.service.js';

@ApiExcludeController()
@Internal()
@Controller('internal/users')
export class RegistrationController {
  constructor(private readonly registrations: RegistrationService) {}

  @Post()
  @Operation({ summary: 'Register a user, with a tenant if one is named', success: { status: 201 } })
  register(@Body() { email, password, name = '', tenantName, ip }: RegisterRequest) {
    return this.registrations.register({ email, password, name, tenantName: tenantName?.trim() || undefined, ip });
  }
}
