import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, Session } from '#libs/core/auth';
import { knownBy, Operation } from '#libs/core/http';
import { SentMessagesResponse } from '../dashboard-send/dto/sent-messages.response.js';
import { Sends } from '../plans/sends.js';
import { Template } from '../templates/template.entity.js';
import { TemplatesService } from '../templates/templates.service.js';
import { SendTestOfTemplateRequest } from './template-test.dto.js';
import { TemplateTests } from './template-tests.js';

const Known = knownBy(TemplatesService, (templates, { id = '' }) => templates.find(currentTenantId(), id));

@ApiTags('Templates')
@Session()
@Controller('api/templates/:id/test')
export class TemplateTestController {
  constructor(private readonly tests: TemplateTests) {}

  @Post()
  @Sends()
  @Operation({
    summary: 'Send a template of e-mail as a test, to yourself or a member',
    description: 'Its subject begins with [Test]. 422 for another address, and for a variable that Data lacks.',
    success: { status: 202, type: SentMessagesResponse },
    errors: [402],
  })
  async send(@Known() template: Template, @Body() request: SendTestOfTemplateRequest): Promise<SentMessagesResponse> {
    return SentMessagesResponse.of(await this.tests.send(template, request));
  }
}
