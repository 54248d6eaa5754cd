import { ArgsType, ObjectType } from '@nestjs/graphql';
import { BY_TIME, ListOrders, pageConnectionOf } from '#libs/core/graphql';
import { withoutCase } from '#libs/core/persistence';
import { TemplateFilters, TemplateObject } from '../template.dto.js';
import type { Template } from '../template.entity.js';

const templates = pageConnectionOf<Template, TemplateObject, TemplateFilters>('Template', TemplateObject, {
  max: 200,
  filters: TemplateFilters,
  orders: new ListOrders('TemplateSort', { ...BY_TIME, name: { by: [withoutCase('name'), 'id'], direction: 'asc' } }),
  counted: true,
});

@ArgsType()
export class TemplateConnectionArgs extends templates.Args {}

@ObjectType('TemplateConnection')
export class TemplateConnection extends templates.Connection {}
