import { ArgsType, ObjectType } from '@nestjs/graphql';
import { BY_TIME, byText, ListOrders, pageConnectionOf } from '#libs/core/graphql';
import { TemplateFilters, TemplateObject } from '../template.dto.js';
import type { Template } from '../template.entity.js';

const templates = pageConnectionOf<Template, TemplateObject, TemplateFilters>('Template', TemplateObject, {
  max: 200,
  filters: TemplateFilters,
  orders: new ListOrders('TemplateSort', { ...BY_TIME, ...byText('name') }),
  counted: true,
});

@ArgsType()
export class TemplateConnectionArgs extends templates.Args {}

@ObjectType('TemplateConnection')
export class TemplateConnection extends templates.Connection {}
