import { Body, Controller, Get, Param, Patch, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Internal } from '#libs/auth';
import { Operation } from '#libs/http';
import { RegisterRequest, UpdatePersonPatch, UpdateProfilePatch } from './dto/people.requests.js';
import { PeopleService } from './people.service.js';
import { RegistrationService } from './registration.service.js';

@ApiExcludeController()
@Internal()
@Controller('internal/users')
export class PeopleController {
  constructor(
    private readonly registrations: RegistrationService,
    private readonly people: PeopleService,
  ) {}

  @Post()
  @Operation({ summary: 'Register a person, with a tenant if one is named', success: { status: 201 } })
  register(@Body() { email, password, name = '', tenantName, ip }: RegisterRequest) {
    return this.registrations.register({ email, password, name, tenantName: tenantName?.trim() || undefined, ip });
  }

  @Get(':userId')
  @Operation({ summary: 'A person with addresses and tenants', success: { status: 200 } })
  get(@Param('userId') userId: string) {
    return this.people.profile(userId);
  }

  @Patch(':userId')
  @Operation({ summary: 'Disable a person, or enable again', success: { status: 204 } })
  update(@Param('userId') userId: string, @Body() { status }: UpdatePersonPatch): Promise<void> {
    return this.people.setStatus(userId, status);
  }

  @Patch(':userId/profile')
  @Operation({ summary: 'Change what a person says of themselves', success: { status: 200 } })
  updateProfile(@Param('userId') userId: string, @Body() { name, email }: UpdateProfilePatch) {
    return this.people.update(userId, { name, email });
  }

  @Get(':userId/tenants')
  @Operation({ summary: 'The tenants of a person', success: { status: 200 } })
  async tenants(@Param('userId') userId: string) {
    return { tenants: await this.people.tenantsOf(userId) };
  }
}
