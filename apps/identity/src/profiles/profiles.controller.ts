import { Body, Controller, Get, Param, Patch } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Internal } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { UpdateUserPatch, UpdateProfilePatch } from './profile.requests.js';
import { ProfilesService } from './profiles.service.js';

@ApiExcludeController()
@Internal()
@Controller('internal/users')
export class ProfilesController {
  constructor(private readonly profiles: ProfilesService) {}

  @Get(':userId')
  @Operation({ summary: 'A user with addresses and tenants', success: { status: 200 } })
  get(@Param('userId') userId: string) {
    return this.profiles.getProfile(userId);
  }

  @Patch(':userId')
  @Operation({ summary: 'Disable a user, or enable again', success: { status: 204 } })
  update(@Param('userId') userId: string, @Body() { status, reason }: UpdateUserPatch): Promise<void> {
    return this.profiles.setStatus(userId, status, reason);
  }

  @Patch(':userId/profile')
  @Operation({ summary: 'Change the profile of a user', success: { status: 200 } })
  updateProfile(@Param('userId') userId: string, @Body() patch: UpdateProfilePatch) {
    return this.profiles.updateProfile(userId, patch);
  }

  @Get(':userId/tenants')
  @Operation({ summary: 'The tenants of a user', success: { status: 200 } })
  async tenants(@Param('userId') userId: string) {
    return { tenants: await this.profiles.listTenants(userId) };
  }
}
