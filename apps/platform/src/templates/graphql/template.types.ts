import { ArgsType, ObjectType } from '@nestjs/graphql';
import { pageConnectionOf } from '#libs/core/graphql';
import { TemplateObject } from '../template.dto.js';

const templates = pageConnectionOf('Template', TemplateObject, { max: 200 });

@ArgsType()
export class TemplateConnectionArgs extends templates.Args {}

@ObjectType('TemplateConnection')
export class TemplateConnection extends templates.Connection {}
