import { Body, Controller, Get, Param, Patch, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Internal } from '#libs/auth';
import { Operation } from '#libs/http';
import { RegisterRequest, UpdateUserPatch, UpdateProfilePatch } from './user.requests.js';
import { UsersService } from './users.service.js';
import { RegistrationService } from './registration.service.js';

@ApiExcludeController()
@Internal()
@Controller('internal/users')
export class UsersController {
  constructor(
    private readonly registrations: RegistrationService,
    private readonly users: UsersService,
  ) {}

  @Post()
  @Operation({ summary: 'Register a user, with a tenant if one is named', success: { status: 201 } })
  register(@Body() { email, password, name = '', tenantName, ip }: RegisterRequest) {
    return this.registrations.register({ email, password, name, tenantName: tenantName?.trim() || undefined, ip });
  }

  @Get(':userId')
  @Operation({ summary: 'A user with addresses and tenants', success: { status: 200 } })
  get(@Param('userId') userId: string) {
    return this.users.getProfile(userId);
  }

  @Patch(':userId')
  @Operation({ summary: 'Disable a user, or enable again', success: { status: 204 } })
  update(@Param('userId') userId: string, @Body() { status, reason }: UpdateUserPatch): Promise<void> {
    return this.users.setStatus(userId, status, reason);
  }

  @Patch(':userId/profile')
  @Operation({ summary: 'Change the profile of a user', success: { status: 200 } })
  updateProfile(@Param('userId') userId: string, @Body() { name, email }: UpdateProfilePatch) {
    return this.users.updateProfile(userId, { name, email });
  }

  @Get(':userId/tenants')
  @Operation({ summary: 'The tenants of a user', success: { status: 200 } })
  async tenants(@Param('userId') userId: string) {
    return { tenants: await this.users.listTenants(userId) };
  }
}
