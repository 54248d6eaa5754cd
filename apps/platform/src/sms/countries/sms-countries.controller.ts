import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, Session } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { SetSmsCountriesRequest, SmsCountriesResponse } from './sms-countries.dto.js';
import { SmsCountriesService } from './sms-countries.service.js';

@ApiTags('SMS')
@Controller('api/sms/countries')
export class SmsCountriesController {
  constructor(private readonly countries: SmsCountriesService) {}

  @Get()
  @Session()
  @Operation({
    summary: 'Read the countries that texts go to',
    description: 'Allowed is the list, or its default, without the countries that the installation does not send to.',
    success: { status: 200, type: SmsCountriesResponse },
  })
  async get(): Promise<SmsCountriesResponse> {
    return SmsCountriesResponse.of(await this.countries.get(currentTenantId()));
  }

  @Put()
  @Session({ role: 'admin' })
  @Operation({
    summary: 'Set the countries that texts go to',
    description: 'A text to any other country is rejected (422).',
    success: { status: 200, type: SmsCountriesResponse },
  })
  async update(@Body() { Countries }: SetSmsCountriesRequest): Promise<SmsCountriesResponse> {
    return SmsCountriesResponse.of(await this.countries.update(currentTenantId(), Countries));
  }
}
