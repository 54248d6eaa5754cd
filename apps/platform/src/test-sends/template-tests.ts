import { Injectable } from '@nestjs/common';
import { invalidField } from '#libs/core/http';
import type { Enqueued } from '../sending/sending.service.js';
import type { Template } from '../templates/template.entity.js';
import { TemplatesService } from '../templates/templates.service.js';
import type { SendTestOfTemplateRequest } from './template-test.dto.js';
import { TestSends } from './test-sends.js';

/** Sends templates of e-mail as tests. */
@Injectable()
export class TemplateTests {
  constructor(
    private readonly templates: TemplatesService,
    private readonly tests: TestSends,
  ) {}

  /** @throws Problem InvalidParameter for a template of another channel, MissingParameter, and as {@link TestSends.send} does */
  async send(
    template: Template,
    { Source, To, Data = {} }: SendTestOfTemplateRequest,
    idempotencyKey?: string,
  ): Promise<Enqueued> {
    if (template.channel !== 'email')
      throw invalidField('InvalidParameter', 'Id', `is a template of ${template.channel}: a test goes by e-mail`);
    const parts = await this.templates.preview(template.tenantId, template, Data);
    return this.tests.send(
      { source: Source, parts, of: { type: 'template', id: template.id } },
      { to: To, idempotencyKey },
    );
  }
}
