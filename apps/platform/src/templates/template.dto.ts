import { ArgsType } from '@nestjs/graphql';
import { ApiProperty, OmitType, PartialType, PickType } from '@nestjs/swagger';
import { GraphqlInput, GraphqlObject } from '#libs/core/graphql';
import {
  answerOf,
  FreeObject,
  MayBeAbsent,
  MayBeNull,
  OneOf,
  pageOf,
  pageQuery,
  Text,
  QueryText,
} from '#libs/core/http';
import { CHANNELS, type Channel } from '../channel.js';
import { TemplateAlias } from './template-name.js';
import type { TemplateParts } from './template-renderer.js';
import type { Template } from './template.entity.js';
import type { NewTemplate, TemplateChanges } from './template.repository.js';

const PART_MAX = 300_000;
const SUBJECT_MAX = 998;
const DATA_MAX_BYTES = 262_144;

@GraphqlInput('CreateTemplateInput')
export class CreateTemplateRequest {
  @Text({ min: 1, max: 200, example: 'Receipt' })
  Name: string;

  @TemplateAlias()
  Alias?: string | null;

  @OneOf(CHANNELS)
  Channel: Channel;

  @MayBeAbsent()
  @MayBeNull()
  @Text({ max: SUBJECT_MAX, example: 'Your receipt {{ order }}', description: 'For e-mail, and the title of a push.' })
  Subject?: string | null;

  @MayBeAbsent()
  @MayBeNull()
  @Text({ max: PART_MAX, example: '<p>Thank you, {{ name }}.</p>', description: 'Variables are escaped.' })
  Html?: string | null;

  @MayBeAbsent()
  @MayBeNull()
  @Text({ max: PART_MAX, example: 'Thank you, {{ name }}.' })
  Text?: string | null;

  toTemplate(): NewTemplate {
    const { Name: name, Alias: alias = null, Channel: channel } = this;
    const { Subject: subject = null, Html: html = null, Text: text = null } = this;
    return { name, alias, channel, subject, html, text };
  }
}

/** At least one field; null removes a part or the alias. */
@GraphqlInput('UpdateTemplateInput')
export class UpdateTemplateRequest extends PartialType(OmitType(CreateTemplateRequest, ['Channel']), {
  skipNullProperties: false,
}) {
  toChanges(): TemplateChanges {
    const { Name: name, Alias: alias, Subject: subject, Html: html, Text: text } = this;
    return { name, alias, subject, html, text };
  }
}

@GraphqlInput('PreviewTemplateInput')
export class PreviewTemplateRequest {
  @FreeObject({ maxBytes: DATA_MAX_BYTES, example: { name: 'Ana' } })
  Data: Record<string, unknown>;
}

@ArgsType()
export class TemplateFilters {
  @QueryText({ max: 200, description: 'A part of the name, without regard to case.' })
  q?: string;
}

export class ListTemplatesQuery extends pageQuery(200, TemplateFilters) {}

@GraphqlObject('Template', 'Parts of a message, in Liquid.')
export class TemplateObject {
  @ApiProperty({ example: 'tpl_0c7b3f19ad62e04f' })
  Id: string;

  @ApiProperty()
  Name: string;

  @ApiProperty({ type: String, nullable: true, example: 'order-receipt' })
  Alias: string | null;

  @ApiProperty({ enum: CHANNELS })
  Channel: Channel;

  @ApiProperty({ type: String, nullable: true })
  Subject: string | null;

  @ApiProperty({ type: String, nullable: true })
  Html: string | null;

  @ApiProperty({ type: String, nullable: true })
  Text: string | null;

  @ApiProperty({ format: 'date-time' })
  CreatedAt: string;

  @ApiProperty({ format: 'date-time' })
  UpdatedAt: string;

  static of(template: Template): TemplateObject {
    return answerOf(TemplateObject, template);
  }
}

export class TemplateResponse {
  @ApiProperty({ type: TemplateObject })
  Template: TemplateObject;

  static of(template: Template): TemplateResponse {
    return { Template: TemplateObject.of(template) };
  }
}

export class TemplatePageResponse extends pageOf('Templates', TemplateObject) {}

@GraphqlObject('TemplatePreview', 'The parts of a template with data filled in.')
export class TemplatePreviewResponse extends PickType(TemplateObject, ['Subject', 'Html', 'Text']) {
  static of({ subject, html, text }: TemplateParts): TemplatePreviewResponse {
    return { Subject: subject, Html: html, Text: text };
  }
}
