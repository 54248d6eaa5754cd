import type { Page } from '#libs/persistence';
import type { TemplateObject, TemplatePageResponse } from './dto/template.responses.js';
import type { Template } from './template.js';

export function toTemplateObject({
  id,
  name,
  channel,
  subject,
  html,
  text,
  createdAt,
  updatedAt,
}: Template): TemplateObject {
  return {
    Id: id,
    Name: name,
    Channel: channel,
    Subject: subject,
    Html: html,
    Text: text,
    CreatedAt: createdAt.toISOString(),
    UpdatedAt: updatedAt.toISOString(),
  };
}

export function toTemplatePage({ items, nextCursor, hasMore }: Page<Template>): TemplatePageResponse {
  return { Templates: items.map(toTemplateObject), NextCursor: nextCursor, HasMore: hasMore };
}
