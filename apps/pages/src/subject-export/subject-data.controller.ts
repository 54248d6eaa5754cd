import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Internal } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { SUBJECT_DATA_PATH, type SubjectData, SubjectDataRequest } from '#libs/privacy/data-rights';
import { SubjectDataService } from './subject-data.service.js';

@ApiExcludeController()
@Internal()
@Controller(SUBJECT_DATA_PATH)
export class SubjectDataController {
  constructor(private readonly data: SubjectDataService) {}

  // Addresses and numbers stay out of the address of the call, which is logged.
  @Post()
  @HttpCode(200)
  @Operation({ summary: 'What is held about one person', success: { status: 200 } })
  async collect(@Body() { tenantId, limit, ...subject }: SubjectDataRequest): Promise<SubjectData> {
    return this.data.collect(tenantId, subject, limit);
  }
}
